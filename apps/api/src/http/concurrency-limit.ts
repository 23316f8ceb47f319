import { type Deadline, DeadlineExceeded } from '../base/deadline.ts'

/** Limits how many pieces of work run concurrently; the others wait in the order in which they came. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Runs work as soon as the limit allows it; rejects with `DeadlineExceeded` when that is too late. */
  async run<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running += 1
    else await this.#wait(deadline)
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #wait(deadline: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new DeadlineExceeded('too many bulk requests are running'))
      }, deadline.remaining)
      this.#waiting.add(begin)
    })
  }

  /** Starts the work that has waited longest. */
  #passOn(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
