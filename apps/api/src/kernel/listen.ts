import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProblemCode } from '@commonhold/contract'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { closingAnswer, isClosing } from './closing.ts'
import { newId } from './ids.ts'
import { problem } from './problem.ts'
import { failure, securityHeaders } from './respond.ts'
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

/** Milliseconds after which a connection on which nothing moves is closed. */
const IDLE_TIMEOUT = 75_000

/** Serves an app over HTTP/1.1. Rejects when the address cannot be used. */
export async function listen(
  app: Hono<Environment>,
  host: string,
  port: number,
  isDraining: () => boolean,
): Promise<Listening> {
  const answer = getRequestListener(
    async (request, env) => closingAnswer(await app.fetch(request, env), env.incoming as IncomingMessage),
    {
      errorHandler: refuseUnroutable,
      // It would cut the connection within half a second: `closingAnswer` ends it as HTTP does.
      autoCleanupIncoming: false,
    },
  )
  const server = createServer(limits, (request, response) => {
    if (isClosing(request.socket)) return
    if (isDraining()) response.setHeader('Connection', 'close')
    void answer(request, response)
  })
  server.on('clientError', refuseUnreadable)
  server.maxConnections = 10_000
  server.setTimeout(IDLE_TIMEOUT)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
  const bound = server.address()
  const actualPort = typeof bound === 'object' && bound ? bound.port : port
  const shown = host.includes(':') ? `[${host}]` : host
  return { address: `http://${shown}:${actualPort}`, close: () => close(server) }
}

/** Problems by the code that Node gives a request which never became one; any other cannot be read. */
const unreadable: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'content_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  // Node's own default looks at the same member: an answer that has begun must not be followed by another.
  const answering: unknown = Reflect.get(socket, '_httpMessage')
  const hasBegun = answering instanceof ServerResponse && answering.headersSent
  if (socket.writable && !hasBegun && error.code !== 'ECONNRESET') socket.write(refusalText(error.code ?? ''))
  if (socket instanceof Socket) socket.destroySoon()
  else socket.destroy()
}

/** A request that Node reads but that has no address: no Host, or a target that is none. */
function refuseUnroutable(): Response {
  const requestId = newId()
  const { status, headers, body } = failure(problem('malformed_request'), '', requestId)
  return new Response(body, {
    status,
    headers: { ...securityHeaders, ...headers, 'X-Request-Id': requestId },
  })
}

function refusalText(code: string): string {
  const requestId = newId()
  const { status, headers, body } = failure(problem(unreadable[code] ?? 'malformed_request'), '', requestId)
  const lines = Object.entries({
    ...securityHeaders,
    ...headers,
    'X-Request-Id': requestId,
    'Content-Length': String(Buffer.byteLength(body ?? '')),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
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
