import type { IncomingMessage } from 'node:http'
import type { EndpointSpec } from '@commonhold/contract'
import { type ProblemException, problem } from '../base/problem.ts'
import { OpenBodies, type Sender } from './open-bodies.ts'

/** Maximum bytes of a body: fewer for callers without a token, because public operations need no more. */
export const BODY_LIMITS = { public: 16_384, signedIn: 1_048_576 }

/** Milliseconds within which a whole body must arrive. */
export const BODY_DEADLINE = 10_000

/**
 * The maximum number of bodies that one client may be sending at the same time, and the maximum bytes of all clients together.
 */
export const OPEN_BODIES = { anonymous: 64, signedIn: 192, bytes: 64 * 1_048_576 }

/** The open bodies of this process. */
const openBodies = new OpenBodies(OPEN_BODIES)

/** The maximum bytes of an endpoint's body. */
export const bodyLimitOf = ({ permission }: Pick<EndpointSpec, 'permission'>): number =>
  permission === 'public' ? BODY_LIMITS.public : BODY_LIMITS.signedIn

/** Rejects a body whose Content-Length exceeds the limit. */
export function assertLength(incoming: IncomingMessage, limit: number): void {
  if (Number(incoming.headers['content-length']) > limit) throw tooLarge(limit)
}

/**
 * Receives the body of a request. Rejects with a problem when it is larger than `limit`, too slow, or cut off in favour of
 * others.
 */
export async function receiveBody(
  incoming: IncomingMessage,
  limit: number,
  sender: Sender,
): Promise<Uint8Array> {
  if (incoming.destroyed) throw cutShort()
  return new Promise((resolve, reject) => {
    const received = new ReceivedBytes()
    const settle = () => {
      clearTimeout(timer)
      if (open) openBodies.close(open)
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
    }
    const fail = (reason: ProblemException) => {
      settle()
      reject(reason)
    }
    const onData = (chunk: Buffer) => {
      received.add(chunk)
      if (received.size > limit) fail(tooLarge(limit))
      else if (open) openBodies.grow(open, chunk.length)
    }
    const onEnd = () => {
      settle()
      resolve(received.bytes())
    }
    const onClose = () => fail(cutShort())
    // A body that has arrived completely is read immediately and does not count as open.
    const isAwaited = !incoming.complete
    const timer = isAwaited ? setTimeout(() => fail(tooSlow()), BODY_DEADLINE) : undefined
    const open = isAwaited ? openBodies.open(sender, fail) : undefined
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

/** Collects bytes in one buffer: many small chunks, each an object, would need far more memory than their contents. */
class ReceivedBytes {
  #buffer: Buffer = Buffer.alloc(0)
  size = 0

  add(chunk: Buffer): void {
    const size = this.size + chunk.length
    if (this.size === 0) this.#buffer = chunk
    else {
      if (size > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#buffer.length))
        this.#buffer.copy(larger, 0, 0, this.size)
        this.#buffer = larger
      }
      chunk.copy(this.#buffer, this.size)
    }
    this.size = size
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.size)
  }
}

const tooLarge = (limit: number) =>
  problem(
    'content_too_large',
    { limit },
    `The body of this operation may have at most ${limit} bytes. Send a smaller body.`,
  )

const tooSlow = () =>
  problem(
    'request_timeout',
    {},
    `The body did not arrive within ${BODY_DEADLINE / 1_000} seconds. Send the request again, with a smaller body or over a faster connection.`,
  )

const cutShort = () =>
  problem('malformed_request', {}, 'The connection ended before the whole body had arrived.')
