/** The work took longer than the request may take. */
export class DeadlineExceeded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DeadlineExceeded'
  }
}

/** Milliseconds that a request may take in all, without the time in which its body is received. */
export const REQUEST_DEADLINE = 3_000

/** Milliseconds that a request waits for a free connection. */
export const SLOT_DEADLINE = 2_000

/** The result of `work`, or `DeadlineExceeded` when it is not there in time. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded('the database took too long')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** When a request must be answered: made at its start and handed to all of its work, so that no step begins anew. */
export class Deadline {
  #at = performance.now() + REQUEST_DEADLINE

  /** Milliseconds that are left; 0 when it has passed. */
  get remaining(): number {
    return Math.max(0, this.#at - performance.now())
  }

  /** Rejects with `DeadlineExceeded` where nothing is left: work that nobody waits for is not begun. */
  assertOpen(): void {
    if (this.remaining === 0) throw new DeadlineExceeded('the request took too long')
  }

  /** The result of `work`, or `DeadlineExceeded` when it is not there in time. */
  limit<T>(work: Promise<T>): Promise<T> {
    return within(this.remaining, work)
  }

  /** Waits for the caller: the time that this takes is not counted. */
  async exclude<T>(work: Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await work
    } finally {
      this.#at += performance.now() - started
    }
  }
}
