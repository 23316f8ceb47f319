import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type ClientOptions, contract, createClient, type Result } from '../../src/index.ts'

export const ID = '01J9ZC6W3V8Q4M2T7XK5RNB0EH'

/** A request that the service received. */
export interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Starts a service on the loopback interface that answers with `answer`, and creates a client of it. */
export async function serviceThat(answer: RequestListener, options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: await text(request) })
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe cast: the address of a server that listens on a port is an AddressInfo.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, baseUrl, client: createClient(contract, { baseUrl, ...options }) }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
export const conflict = {
  type: '/problems/already_exists',
  status: 409,
  code: 'already_exists',
  detail: 'Taken.',
}
export const problem = json(409, conflict, { 'content-type': 'application/problem+json', 'retry-after': '7' })
export const silence: RequestListener = () => {}

/** Why a call failed: the code of the problem, or the reason without one. `ok` if it did not fail. */
export const failure = (result: Result<unknown>) => {
  if (result.ok) return 'ok'
  return 'reason' in result.error ? result.error.reason : result.error.code
}
