import { retryLater } from '../base/problem.ts'

/** The maximum number of exports that a session may run concurrently on one instance. */
const MOST = 2

/** Counts the exports that are running. */
export class RunningExports {
  readonly #bySession = new Map<string, number>()

  /** Counts an export until the returned function is called; throws `rate_limited` above the limit. */
  begin(session: string): () => void {
    const running = this.#bySession.get(session) ?? 0
    if (running >= MOST)
      throw retryLater(
        'rate_limited',
        5,
        `You run ${MOST} exports already. Wait until one of them has ended.`,
      )
    this.#bySession.set(session, running + 1)
    let isRunning = true
    return () => {
      if (isRunning) this.#end(session)
      isRunning = false
    }
  }

  #end(session: string): void {
    const left = (this.#bySession.get(session) ?? 1) - 1
    if (left > 0) this.#bySession.set(session, left)
    else this.#bySession.delete(session)
  }
}
