import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@commonhold/contract'
import { endpointsOf } from '@commonhold/contract/openapi'

/**
 * An attacker as a process of its own: clients that announce a body and send a byte of it every second, and bodies that
 * are costly to read. Prints what it has seen when it is ended.
 */
const [address = '', clients = '1'] = process.argv.slice(2)
const { hostname, port } = new URL(address)

/** What the answers to the attacker show. */
export interface Seen {
  /** Connections of slow clients. */
  slow: number
  /** Costly bodies that were answered. */
  bombs: number
  /** The most bytes of an answer. */
  longest: number
  /** Answers with 500. */
  failures: number
}
const seen: Seen = { slow: 0, bombs: 0, longest: 0, failures: 0 }

const withBody = endpointsOf(contract)
  .map(({ endpoint }) => endpoint)
  .filter(({ body }) => body !== undefined)
  .map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, '01K00000000000000000000009'),
  }))

const bombs: readonly string[] = [
  '['.repeat(8_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"a":'.repeat(2_500),
  `{${Array.from({ length: 1_200 }, (_, n) => `"key${n}":0`).join()}}`,
  `{"name":"${'\\u0000'.repeat(2_500)}"}`,
  `{"name":"${'\\ud800'.repeat(2_500)}"}`,
  `{"quantity":${'9'.repeat(16_000)}}`,
  `{"quantity":1e${'9'.repeat(10_000)}}`,
  `{"external_ids":[${Array(4_000).fill('{}').join()}]}`,
  `{"name":"${'a'.repeat(2_000_000)}"}`,
  '\u0000'.repeat(16_000),
]

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(seen), () => process.exit(0))
})
for (let n = 0; n < Number(clients); n += 1) beSlow(n)
await Promise.all(Array.from({ length: 4 }, (_, n) => throwBombs(n)))

/** Sends a byte every second; whoever is cut off comes again two seconds later. */
function beSlow(n: number): void {
  const { method, path } = withBody[n % withBody.length] ?? { method: 'POST', path: '/' }
  const socket = connect({ host: hostname, port: Number(port) })
  let timer: NodeJS.Timeout | undefined
  socket.on('error', () => {})
  socket.on('data', () => socket.end())
  socket.on('close', () => {
    clearInterval(timer)
    setTimeout(() => beSlow(n + 1), 2_000)
  })
  socket.on('connect', () => {
    seen.slow += 1
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{`,
    )
    timer = setInterval(() => socket.write(' '), 1_000)
  })
}

async function throwBombs(first: number): Promise<never> {
  for (let n = first; ; n += 4) {
    const { method, path } = withBody[n % withBody.length] ?? { method: 'POST', path: '/' }
    try {
      const response = await fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: bombs[n % bombs.length] ?? '',
      })
      const { byteLength } = await response.arrayBuffer()
      seen.bombs += 1
      seen.longest = Math.max(seen.longest, byteLength)
      if (response.status === 500) seen.failures += 1
    } catch {
      // Cut off while it still sends.
    }
    await wait(20)
  }
}
