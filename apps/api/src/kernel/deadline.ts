/** The work took longer than the request may take. */
export class DeadlineExceeded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DeadlineExceeded'
  }
}

/** Milliseconds that the database part of a request may take in all. */
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
