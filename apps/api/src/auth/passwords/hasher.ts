import { HasherThread } from './hasher-thread.ts'
import { isWeaker } from './phc.ts'

export { HasherBusy, HasherStopped } from './hasher-thread.ts'

/** Argon2id in a separate thread with a lower priority than all other work of the process. */
export interface PasswordHasher {
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
  /** Whether a stored hash is weaker than one made today. */
  needsRehash(phc: string): boolean
  /** Throws {@link HasherBusy} when the queue is full, so that a request is rejected before it costs anything. */
  assertFree(): void
  /** The number of Argon2 computations so far. */
  readonly runs: number
  /** Passwords that wait, the one that is being hashed included. */
  readonly waiting: number
  /** Ends the thread; jobs that still wait are rejected with {@link HasherStopped}. */
  close(): Promise<void>
}

/**
 * The limit of the queue. With 32 jobs the longest wait was 0.45 s on two busy cores, at some 10 ms a hash; 64 would make
 * it 0.75 s.
 */
const QUEUE_LIMIT = 32

/** Starts the hashing thread. `queueLimit` counts the jobs that wait, the running one included. */
export function createPasswordHasher({ queueLimit = QUEUE_LIMIT } = {}): PasswordHasher {
  const thread = new HasherThread(queueLimit)
  return {
    hash: async (password) => String(await thread.run({ kind: 'hash', password })),
    verify: async (phc, password) => (await thread.run({ kind: 'verify', phc, password })) === true,
    needsRehash: isWeaker,
    assertFree: () => thread.assertFree(),
    get runs() {
      return thread.computed
    },
    get waiting() {
      return thread.waiting
    },
    close: () => thread.close(),
  }
}
