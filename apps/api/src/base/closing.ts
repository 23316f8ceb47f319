import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { within } from './deadline.ts'

/** Milliseconds for which the rest of an unread request body is received and discarded. */
const LINGER = 5_000

const closing = new WeakSet<Socket>()

/** True when the connection closes after this response: requests that follow on it are not processed (RFC 9112, 9.6). */
export const isClosing = (socket: Socket) => closing.has(socket)

/**
 * Returns the response unchanged when the whole body has arrived. Otherwise the connection is closed after the response. A
 * connection that is closed while the client still sends loses the response, so the rest of the body is received first, for
 * a limited time.
 */
export async function closingAnswer(response: Response, incoming: IncomingMessage): Promise<Response> {
  // Node parses a body in the TCP segment of the head before the next turn, so the request may be complete then.
  if (!incoming.complete) await nextTurn()
  if (incoming.complete) return response
  closing.add(incoming.socket)
  const headers = new Headers(response.headers)
  headers.set('Connection', 'close')
  const { status } = response
  if (response.body === null) return new Response(null, { status, headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.set('Content-Length', String(bytes.length))
  return new Response(streamUntilReceived(bytes, incoming), { status, headers })
}

/** A stream of these bytes that ends when the request has been received. */
function streamUntilReceived(bytes: Uint8Array, incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: async (controller) => {
      await within(LINGER, finished(incoming.resume())).catch(() => {})
      controller.close()
    },
  })
}
