import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Environment } from './serve.ts'

/** A server that listens. */
export interface Listening {
  readonly address: string
  /** Stops taking requests and resolves when those under way are answered. */
  close(): Promise<void>
}

/** Times after which a slow client is cut off, in milliseconds. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
}

/** Serves an app over HTTP/1.1. Rejects when the address cannot be used. */
export async function listen(
  app: Hono<Environment>,
  host: string,
  port: number,
  isDraining: () => boolean,
): Promise<Listening> {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(limits, (request, response) => {
    if (isDraining()) response.setHeader('Connection', 'close')
    void answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
  const bound = server.address()
  const actualPort = typeof bound === 'object' && bound ? bound.port : port
  const shown = host.includes(':') ? `[${host}]` : host
  return { address: `http://${shown}:${actualPort}`, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  // Kept-alive connections that are idle by now would hold the process until they time out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, wait(25_000, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}
