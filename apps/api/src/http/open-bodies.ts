import { type ProblemException, retryLater } from '../base/problem.ts'
import { networkOf } from './source.ts'

/** The sender of a body: the client's address, and whether the request has a valid token. */
export interface Sender {
  readonly source: string | null
  readonly isSignedIn: boolean
}

/** A body that is being received. */
interface OpenBody {
  readonly share: string
  bytes: number
  cutOff(problem: ProblemException): void
}

/** Limits for bodies that are being received at the same time. */
export interface OpenBodyLimits {
  /** Bodies of requests without a token, per client address. */
  readonly anonymous: number
  /** Bodies of requests with a token, per client address. */
  readonly signedIn: number
  /** Bytes of all bodies together. */
  readonly bytes: number
}

/**
 * The bodies that are being received. Received bytes count, not the declared length. When a limit is exceeded, the oldest
 * body is cut off rather than the newest rejected: a normal body arrives within moments, so a client that keeps many open
 * loses them and blocks nobody else.
 */
export class OpenBodies {
  readonly #limits: OpenBodyLimits
  /** All bodies, in the order in which they were opened. */
  readonly #all = new Set<OpenBody>()
  readonly #shares = new Map<string, Set<OpenBody>>()
  #bytes = 0

  constructor(limits: OpenBodyLimits) {
    this.#limits = limits
  }

  /** Registers a body; `cutOff` is called at most once, when the body must be dropped. */
  open({ source, isSignedIn }: Sender, cutOff: OpenBody['cutOff']): OpenBody {
    const kind = isSignedIn ? 'signedIn' : 'anonymous'
    const share = `${kind} ${networkOf(source)}`
    const body = { share, bytes: 0, cutOff }
    const siblings = this.#shares.get(share) ?? new Set()
    this.#shares.set(share, siblings.add(body))
    this.#all.add(body)
    if (siblings.size > this.#limits[kind]) this.#cutOffOldest(siblings, tooManyBodies(this.#limits[kind]))
    return body
  }

  /** Counts received bytes. */
  grow(body: OpenBody, bytes: number): void {
    if (!this.#all.has(body)) return
    body.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > this.#limits.bytes) this.#cutOffOldest(this.#all, tooManyBytes())
  }

  /** Removes a body that is complete or abandoned. */
  close(body: OpenBody): void {
    if (!this.#all.delete(body)) return
    this.#bytes -= body.bytes
    const siblings = this.#shares.get(body.share)
    siblings?.delete(body)
    if (siblings?.size === 0) this.#shares.delete(body.share)
  }

  #cutOffOldest(bodies: ReadonlySet<OpenBody>, reason: ProblemException): void {
    const [oldest] = bodies
    if (!oldest) return
    this.close(oldest)
    oldest.cutOff(reason)
  }
}

const tooManyBodies = (limit: number) =>
  retryLater(
    'rate_limited',
    1,
    `More than ${limit} requests from your address were sending bodies at the same time, and this one was the oldest. Send fewer at a time, and repeat this one.`,
  )

const tooManyBytes = () =>
  retryLater(
    'unavailable',
    1,
    'The service was receiving too many bytes at the same time, and this request was the oldest. Send it again.',
  )
