/** The work took longer than a request is allowed to take. */
export class DeadlineExceeded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DeadlineExceeded'
  }
}

/** Milliseconds that a request may take in total, without the time in which its body is received. */
export const REQUEST_DEADLINE = 3_000

/** Milliseconds that an atomic bulk request may take: one transaction of up to 500 operations. */
export const BULK_DEADLINE = 20_000

/**
 * Milliseconds that a whole bulk request may take. Items that are not done by then have the result 503; the request can be
 * repeated with its Idempotency-Key.
 */
export const BULK_REQUEST_DEADLINE = 65_000

/** Milliseconds that each transaction of a bulk request in the mode `each` may take. */
export const SLICE_DEADLINE = 10_000

/** Milliseconds that a request waits for a free connection. */
export const CONNECTION_DEADLINE = 2_000

/** The result of `work`; rejects with `DeadlineExceeded`, for that reason, when it is not available in time. */
export async function within<T>(
  milliseconds: number,
  work: PromiseLike<T>,
  reason = 'the database took too long',
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(reason)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The time by which a request must be answered. It is created once per request and passed to every step, so that all steps
 * share one limit.
 */
export class Deadline {
  #at: number

  constructor(milliseconds = REQUEST_DEADLINE) {
    this.#at = performance.now() + milliseconds
  }

  /** Remaining milliseconds; 0 when the deadline has passed. */
  get remaining(): number {
    return Math.max(0, this.#at - performance.now())
  }

  /**
   * Rejects with `DeadlineExceeded` when no time remains, so that no work is started for a request that has already failed.
   */
  assertOpen(): void {
    if (this.remaining === 0) throw new DeadlineExceeded('the request took too long')
  }

  /** The result of `work`; rejects with `DeadlineExceeded` when it is not available in time. */
  limit<T>(work: Promise<T>): Promise<T> {
    return within(this.remaining, work)
  }

  /** Waits for the client; this time does not count against the deadline. */
  async exclude<T>(work: Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await work
    } finally {
      this.#at += performance.now() - started
    }
  }
}
