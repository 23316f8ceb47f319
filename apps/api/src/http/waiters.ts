import { retryLater } from '../base/problem.ts'

/**
 * The maximum number of waiting requests on one instance: those of one user, by all sessions and keys, and those of all users.
 */
const MOST_OF_CALLER = 8
const MOST = 1_000

/** How a request waits for changes: a poll waits for one response, a stream stays open. */
type Form = 'polls' | 'streams'

/** Counts the requests that wait for changes. They use no connection to the database while they wait. */
export class Waiters {
  readonly #byUser = new Map<string, number>()
  readonly #byForm = { polls: 0, streams: 0 }

  /** The requests that wait now, by their form. */
  get byForm(): Readonly<Record<Form, number>> {
    return { ...this.#byForm }
  }

  /** Counts a request until the returned function is called; throws `rate_limited` or `unavailable` above the limits. */
  begin(userId: string, form: Form): () => void {
    const own = this.#byUser.get(userId) ?? 0
    if (own >= MOST_OF_CALLER)
      throw retryLater(
        'rate_limited',
        5,
        `You have ${MOST_OF_CALLER} requests that wait for changes already. End one of them.`,
      )
    if (this.#byForm.polls + this.#byForm.streams >= MOST) throw retryLater('unavailable', 5)
    this.#byUser.set(userId, own + 1)
    this.#byForm[form] += 1
    let isWaiting = true
    return () => {
      if (isWaiting) this.#end(userId, form)
      isWaiting = false
    }
  }

  #end(userId: string, form: Form): void {
    this.#byForm[form] -= 1
    const left = (this.#byUser.get(userId) ?? 1) - 1
    if (left > 0) this.#byUser.set(userId, left)
    else this.#byUser.delete(userId)
  }
}
