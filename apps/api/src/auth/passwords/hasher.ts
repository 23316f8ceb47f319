import type { HasherJob } from './hasher.worker.ts'
import { HasherThread } from './hasher-thread.ts'
import { isWeaker } from './phc.ts'

export { HasherBusy, HasherStopped } from './hasher-thread.ts'

/** The computations with passwords. */
interface Computations {
  /**
   * Returns a PHC string with a fresh salt. Rejects with {@link HasherBusy} or {@link HasherStopped}, and with a TypeError
   * for a text that the password policy rejects as malformed.
   */
  hash(password: string): Promise<string>
  /**
   * True if the password matches the hash `phc`. Returns false after the same amount of work if `phc` is null, malformed or too
   * costly, or the text cannot be a password. Rejects as `hash` does when busy or stopped.
   */
  verify(phc: string | null, password: string): Promise<boolean>
}

/** A place in the queue for one computation. It is released after the computation, or when it is disposed of unused. */
export interface HasherPlace extends Computations, Disposable {}

/** Argon2id in a separate thread with a lower priority than all other work of the process. */
export interface PasswordHasher extends Computations {
  /** True if a stored hash is weaker than a new one would be, or unusable. */
  needsRehash(phc: string): boolean
  /**
   * Reserves a place for a computation that begins after a transaction. Throws {@link HasherBusy} when the queue is full, so
   * that a request is rejected before it costs anything.
   */
  reserve(): HasherPlace
  /** The number of Argon2 computations so far. */
  readonly runs: number
  /** The number of passwords that wait, including the one that is being hashed and reserved places. */
  readonly waiting: number
  /** Ends the thread; jobs that still wait are rejected with {@link HasherStopped}. */
  close(): Promise<void>
}

/**
 * The limit of the queue. At 35 hashes a second (`pnpm bench sign-in-flood` on two cores) the last of 64 waits for less than 2 s.
 */
export const QUEUE_LIMIT = 64

/** Starts the hashing thread. `queueLimit` counts the jobs that wait, the running one and the reserved places included. */
export function createPasswordHasher({ queueLimit = QUEUE_LIMIT } = {}): PasswordHasher {
  const thread = new HasherThread(queueLimit)
  return {
    ...computations((job) => thread.run(job)),
    needsRehash: isWeaker,
    reserve() {
      const release = thread.reserve()
      return { ...computations((job) => thread.run(job, release)), [Symbol.dispose]: release }
    },
    get runs() {
      return thread.computed
    },
    get waiting() {
      return thread.waiting
    },
    close: () => thread.close(),
  }
}

const computations = (run: (job: HasherJob) => Promise<string | boolean>): Computations => ({
  hash: async (password) => String(await run({ kind: 'hash', password })),
  verify: async (phc, password) => (await run({ kind: 'verify', phc, password })) === true,
})
