import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { freePort } from '../process/free-port.ts'

/** A request to a receiver. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  readonly accepted: boolean
}

/** A receiver of webhooks on the loopback interface. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Closes connections, and refuses new ones. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
}

/**
 * Starts a receiver. `answer` returns the status; null leaves the request without an answer. `accept` processes an accepted
 * request before it is answered; if it fails, the answer is 500.
 */
export async function startReceiver(
  answer: (count: number) => number | null,
  accept?: (received: Received) => Promise<void>,
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const reply = answer(received.length + 1)
      const got: Received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        accepted: reply === 200,
      }
      received.push(got)
      const worked = got.accepted ? accept?.(got) : undefined
      const status = await Promise.resolve(worked).then(
        () => reply,
        () => 500,
      )
      if (status !== null) response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end()
    })
  })
  const port = await freePort()
  const comeUp = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await comeUp()
  const goDown = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  onTestFinished(goDown)
  return { url: `http://127.0.0.1:${port}/events`, received, goDown, comeUp }
}
