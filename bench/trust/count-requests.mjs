// Each process of a suite loads this file by `--import`. It appends the number of requests that the services of the process
// receive to the file REQUEST_COUNTS, and each method, path (ids as `*`) and status once to the file REQUEST_STATUSES.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

const { REQUEST_COUNTS = '/dev/null', REQUEST_STATUSES = '/dev/null' } = process.env
let count = 0
/** @type {Set<string>} */
const seen = new Set()
/** @type {string[]} */
let unwritten = []
subscribe('http.server.request.start', () => {
  count += 1
})
subscribe('http.server.response.finish', (message) => {
  const { request, response } = message
  const [path = ''] = (request.url ?? '').split('?')
  const line = `${request.method} ${path.replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '*')} ${response.statusCode}`
  if (seen.has(line)) return
  seen.add(line)
  unwritten.push(line)
})
const write = () => {
  if (count > 0) appendFileSync(REQUEST_COUNTS, `${count}\n`)
  if (unwritten.length > 0) appendFileSync(REQUEST_STATUSES, `${unwritten.join('\n')}\n`)
  count = 0
  unwritten = []
}
setInterval(write, 100).unref()
process.on('exit', write)
