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
   * Whether the password matches the hash `phc`. Null, a malformed or too costly hash, and a text that cannot be a password
   * return false after the same amount of work. Rejects as `hash` does when busy or stopped.
   */
  verify(phc: string | null, password: string): Promise<boolean>
}

/** A place in the queue for one computation. It is free again once that is done, or when it is disposed of unused. */
export interface HasherPlace extends Computations, Disposable {}

/** Argon2id in a separate thread with a lower priority than all other work of the process. */
export interface PasswordHasher extends Computations {
  /** Whether a stored hash is weaker than one made today. */
  needsRehash(phc: string): boolean
  /**
   * Reserves a place for a computation that begins after a transaction. Throws {@link HasherBusy} when the queue is full, so
   * that a request is rejected before it costs anything.
   */
  reserve(): HasherPlace
  /** The number of Argon2 computations so far. */
  readonly runs: number
  /** Passwords that wait, the one that is being hashed and reserved places included. */
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
