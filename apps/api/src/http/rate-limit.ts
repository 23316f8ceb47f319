import { retryLater, waitFor } from '../base/problem.ts'

const WINDOW = 60_000

/**
 * Limits the requests of a session or API key per minute; each instance counts alone. Headers follow the IETF draft
 * `ratelimit-headers`. A limit of 0 disables it.
 */
export class RateLimit {
  readonly #limit: number
  #counts = new Map<string, number>()
  #windowEnds = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a request; throws `rate_limited` above the limit. */
  count(credentialId: string, now: number, policy: 'session' | 'key'): Readonly<Record<string, string>> {
    if (this.#limit === 0) return {}
    if (now >= this.#windowEnds) {
      this.#counts = new Map()
      this.#windowEnds = now + WINDOW
    }
    const used = (this.#counts.get(credentialId) ?? 0) + 1
    this.#counts.set(credentialId, used)
    const seconds = Math.ceil((this.#windowEnds - now) / 1000)
    if (used > this.#limit)
      throw retryLater(
        'rate_limited',
        seconds,
        `You sent more than ${this.#limit} requests in a minute. ${waitFor(seconds)}.`,
      )
    return {
      'RateLimit-Policy': `"${policy}";q=${this.#limit};w=60`,
      RateLimit: `"${policy}";r=${this.#limit - used};t=${seconds}`,
    }
  }
}
