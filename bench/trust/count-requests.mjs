// Loaded into each process of a suite by `--import`: counts the requests that its services receive, in the file REQUEST_COUNTS.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

let count = 0
subscribe('http.server.request.start', () => {
  count += 1
})
const write = () => {
  if (count > 0) appendFileSync(process.env.REQUEST_COUNTS ?? '/dev/null', `${count}\n`)
  count = 0
}
setInterval(write, 100).unref()
process.on('exit', write)
