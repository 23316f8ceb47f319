import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@commonhold/contract'
import { endpointsOf } from '@commonhold/contract/openapi'
import { pick } from './pick.ts'

/**
 * An attacker as a process of its own: so many clients that send a byte every second, of their headers or of a body, and,
 * with a pause in milliseconds after each, bodies that are costly to read. Prints what it has seen when it is ended.
 */
const [address = '', token = '', clients = '0', pause = ''] = process.argv.slice(2)
const { hostname, port } = new URL(address)

/** What the attacker has seen. */
export interface Seen {
  /** The most connections of slow clients that were open at once. */
  mostOpen: number
  /** Answers to costly bodies, by status. */
  readonly statuses: Record<number, number>
  /** The most bytes of an answer to one. */
  longest: number
}
const seen: Seen = { mostOpen: 0, statuses: {}, longest: 0 }
let open = 0
/** Milliseconds within which all slow clients have come once. */
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
// One after the other, so that they are not cut off in the same moment either.
for (let n = 0; n < Number(clients); n += 1) setTimeout(() => beSlow(n), (n / Number(clients)) * ARRIVAL)
if (pause) await sendCostly()

/** What a slow client sends at once; a byte of it follows every second. */
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

/** Whoever is cut off comes again two seconds later. */
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
      // Cut off while it still sends.
    }
    await wait(Number(pause))
  }
}
