import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@commonhold/contract'
import { endpointsOf } from '@commonhold/contract/openapi'
import { pick } from './pick.ts'

/**
 * An attacker in a separate process. Its slow clients send one byte of headers or of a body per second. With a pause in
 * milliseconds as argument, it also sends bodies that are costly to parse. On SIGTERM it prints `Seen` as JSON.
 */
const [address = '', token = '', clients = '0', pause = ''] = process.argv.slice(2)
const { hostname, port } = new URL(address)

/** The observations of the attacker. */
export interface Seen {
  /** The highest number of concurrent connections of slow clients. */
  mostOpen: number
  /** Answers to costly bodies, by status. */
  readonly statuses: Record<number, number>
  /** The size of the longest answer to a costly body, in bytes. */
  longest: number
}
const seen: Seen = { mostOpen: 0, statuses: {}, longest: 0 }
let open = 0
/** Milliseconds until all slow clients have connected once. */
const ARRIVAL = 9_000

const withBody = endpointsOf(contract)
  .map(({ endpoint }) => endpoint)
  .filter(({ body }) => body !== undefined)
  .map(({ method, path, permission }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, '01K00000000000000000000009'),
    isPublic: permission === 'public',
  }))
const isPublic = withBody.filter((one) => one.isPublic)

const costly: readonly string[] = [
  '['.repeat(8_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"a":'.repeat(2_500),
  `{${Array.from({ length: 60_000 }, (_, n) => `"key${n}":0`).join()}}`,
  `{"name":"${'\\u0000'.repeat(150_000)}"}`,
  `{"name":"${'\\ud800'.repeat(150_000)}"}`,
  `{"quantity":${'9'.repeat(500_000)}}`,
  `{"quantity":1e${'9'.repeat(10_000)}}`,
  `{"external_ids":[${Array(200_000).fill('{}').join()}]}`,
  `{"name":"${'a'.repeat(2_000_000)}"}`,
  '\u0000'.repeat(500_000),
]

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(seen), () => process.exit(0))
})
// One after the other, so that the service does not disconnect them at the same time either.
for (let n = 0; n < Number(clients); n += 1) setTimeout(() => beSlow(n), (n / Number(clients)) * ARRIVAL)
if (pause) await sendCostly()

/** What a slow client sends immediately; then it sends one more byte every second. */
function beginningOf(n: number): string {
  const body = 'Content-Type: application/json\r\nContent-Length: 16000\r\n'
  if (n % 10 === 0) {
    const { method, path } = pick(isPublic, n)
    return `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${body}\r\n{`
  }
  const { method, path } = pick(withBody, n)
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n`
  return n % 10 === 1 ? `${head}${body}\r\n{` : `${head}X-Slow: `
}

/** Runs one slow client, which reconnects two seconds after it was disconnected. */
function beSlow(n: number): void {
  const socket = connect({ host: hostname, port: Number(port) })
  let timer: NodeJS.Timeout | undefined
  socket.on('error', () => {})
  socket.on('data', () => socket.end())
  socket.on('close', () => {
    if (timer) open -= 1
    clearInterval(timer)
    setTimeout(() => beSlow(n), 2_000)
  })
  socket.on('connect', () => {
    open += 1
    seen.mostOpen = Math.max(seen.mostOpen, open)
    socket.write(beginningOf(n))
    timer = setInterval(() => socket.write(' '), 1_000)
  })
}

async function sendCostly(): Promise<never> {
  for (let n = 0; ; n += 1) {
    const { method, path } = pick(withBody, n)
    try {
      const response = await fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: pick(costly, n),
      })
      const { byteLength } = await response.arrayBuffer()
      seen.statuses[response.status] = (seen.statuses[response.status] ?? 0) + 1
      seen.longest = Math.max(seen.longest, byteLength)
    } catch {
      // The service closed the connection during the request.
    }
    await wait(Number(pause))
  }
}
