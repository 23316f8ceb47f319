import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProblemCode } from '@commonhold/contract'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { bind } from '../base/bind.ts'
import { closingAnswer, isClosing } from '../base/closing.ts'
import { BULK_REQUEST_DEADLINE } from '../base/deadline.ts'
import { newId } from '../base/ids.ts'
import { type ProblemException, problem } from '../base/problem.ts'
import { failure, securityHeaders } from './respond.ts'
import type { Environment } from './serve.ts'

/** A listening server. */
export interface Listening {
  readonly address: string
  /** Stops accepting requests; resolves when those in progress are finished. */
  close(): Promise<void>
}

/** The page, if this server serves it, too. */
export interface Page {
  /** True for a request that the page answers and not the API. */
  matches(request: IncomingMessage): boolean
  serve(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Timeouts for slow clients, in milliseconds. The Host header is checked in this file and not by Node, so that the error is a
 * problem.
 */
export const serverOptions = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
}

/** The maximum number of connections of an instance. */
export const MOST_CONNECTIONS = 10_000

/** Milliseconds after which a connection is closed on which nothing is sent: a bulk request is answered before. */
const IDLE_TIMEOUT = BULK_REQUEST_DEADLINE + 10_000

/** Serves an app over HTTP/1.1. Rejects when the address cannot be used. */
export async function listen(
  app: Hono<Environment>,
  host: string,
  port: number,
  isDraining: () => boolean,
  page?: Page,
): Promise<Listening> {
  const answer = getRequestListener(
    async (request, env) => closingAnswer(await app.fetch(request, env), env.incoming as IncomingMessage),
    {
      errorHandler: refuseUnroutable,
      // The host of a request without a Host header.
      hostname: 'localhost',
      // Node would close the connection within half a second: `closingAnswer` closes it as HTTP requires.
      autoCleanupIncoming: false,
    },
  )
  const server = createServer(serverOptions, (request, response) => {
    if (isClosing(request.socket)) return
    if (isDraining()) response.setHeader('Connection', 'close')
    if (!hasHost(request)) refuseHost(response)
    else if (page?.matches(request)) page.serve(request, response)
    else void answer(request, response)
  })
  server.on('clientError', refuseUnreadable)
  server.maxConnections = MOST_CONNECTIONS
  server.setTimeout(IDLE_TIMEOUT)
  const address = await bind(server, { host, port, hostSetting: 'HOST', portSetting: 'PORT' })
  return { address, close: () => close(server) }
}

/** Problems by Node's code for requests that it could not parse; any other code means that the request is malformed. */
const unreadable: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'content_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  // Node's own default checks the same member: nothing may be sent after a response that has begun.
  const answering: unknown = Reflect.get(socket, '_httpMessage')
  const hasBegun = answering instanceof ServerResponse && answering.headersSent
  if (socket.writable && !hasBegun && error.code !== 'ECONNRESET') socket.write(refusalText(error.code ?? ''))
  if (socket instanceof Socket) socket.destroySoon()
  else socket.destroy()
}

/** Load balancers probe with HTTP/1.0, where the Host header is optional. */
const probes = /^\/(?:livez|readyz)(?:\?|$)/

/** True when the request has exactly one Host header, or has none and needs none. */
function hasHost({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length
  return hosts === 0 ? httpVersion === '1.0' && probes.test(url) : hosts === 1 && headers.host !== ''
}

function refuseHost(response: ServerResponse): void {
  const { status, headers, body } = refusal(problem('malformed_request', {}, 'Send one Host header.'))
  response.writeHead(status, headers).end(body)
}

/** The response to a request that Node accepts but that has no valid URL, because of its host or its target. */
function refuseUnroutable(): Response {
  const { status, headers, body } = refusal(problem('malformed_request'))
  return new Response(body, { status, headers })
}

function refusalText(code: string): string {
  const { status, headers, body } = refusal(problem(unreadable[code] ?? 'malformed_request'))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** The response to a request that reaches no route; it closes the connection. */
function refusal(reason: ProblemException) {
  const requestId = newId()
  const { status, headers, body } = failure(reason, '', requestId)
  return {
    status,
    body,
    headers: {
      ...securityHeaders,
      ...headers,
      'X-Request-Id': requestId,
      'Content-Length': String(Buffer.byteLength(body ?? '')),
      Connection: 'close',
    },
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  // Idle keep-alive connections would keep the process running until they time out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, wait(25_000, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}
