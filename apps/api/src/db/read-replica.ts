import { REQUEST_DEADLINE } from '../base/deadline.ts'
import type { DatabaseTarget } from './database.ts'
import { isUnavailable } from './database-errors.ts'
import { ReadPool } from './read-pool.ts'
import type { ReadPoolName } from './statement.ts'

/** Milliseconds that a read may take on the replica. Enough time remains to repeat it on the primary. */
const DEADLINE = REQUEST_DEADLINE / 3

/** The maximum number of users whose last writes are remembered. */
const MOST_WRITERS = 10_000

/** A position in the write-ahead log of the primary. It includes all commits before the time `at` of this process. */
interface Mark {
  readonly at: number
  readonly position: bigint
}

/** The result of a check of the replica. `unknown`: the primary did not report its position. */
export type ReplicaState = 'used' | 'late' | 'down' | 'unknown' | 'no replica of this database'

const primarySql =
  'select pg_current_wal_insert_lsn()::text, (select system_identifier::text from pg_control_system())'
const replicaSql =
  'select pg_last_wal_replay_lsn()::text, (select system_identifier::text from pg_control_system()), pg_is_in_recovery()'

/** A position in the write-ahead log (`16/B374D848`) as a number; undefined for another text. */
function positionOf(text: unknown): bigint | undefined {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(String(text)) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * A streaming replica that serves reads. It is used only while it is known to have everything that was committed until at most
 * `longestLag` milliseconds ago, so a revocation takes effect on it at most that much later than on the primary. No clocks are
 * compared: a check records the time and the position of the primary, and a later check finds that the replica has replayed that
 * position.
 */
export class ReadReplica {
  readonly pools: Readonly<Record<ReadPoolName, ReadPool>>
  readonly #primary: ReadPool
  readonly #longestLag: number
  /** Positions of the primary that the replica has not replayed yet, the earliest first. */
  #awaited: Mark[] = []
  /** The replica has everything that was committed before this moment, and up to this position. */
  #replayed: Mark = { at: Number.NEGATIVE_INFINITY, position: 0n }
  /** The time of each user's last write, the earliest first. A full map is emptied, and `#forgotten` is set to that time. */
  readonly #writes = new Map<string, number>()
  #forgotten = Number.NEGATIVE_INFINITY
  #state: ReplicaState = 'unknown'
  readonly #reads = { replica: 0, primary: 0 }

  constructor(
    target: DatabaseTarget,
    sizes: Readonly<Record<ReadPoolName, number>>,
    primary: ReadPool,
    longestLag: number,
  ) {
    const open = (name: ReadPoolName) => new ReadPool(target, sizes[name], name, DEADLINE)
    this.pools = { lookup: open('lookup'), read: open('read'), search: open('search') }
    this.#primary = primary
    this.#longestLag = longestLag
  }

  /** Milliseconds: the replica has every commit that is older than this. Infinite until that is known. */
  get lag(): number {
    return performance.now() - this.#replayed.at
  }

  /** Reads of requests since the start, by the server that answered. */
  get reads(): Readonly<Record<'replica' | 'primary', number>> {
    return this.#reads
  }

  /** Checks how far the replica is. Returns the state if it has changed since the last check. */
  async look(): Promise<ReplicaState | undefined> {
    const state = await this.#find()
    if (state === this.#state) return undefined
    this.#state = state
    return state
  }

  async #find(): Promise<ReplicaState> {
    const at = performance.now()
    const ahead = await this.#primary.query(primarySql, [], false, isOneRow).catch(() => undefined)
    const position = positionOf(ahead?.[0]?.[0])
    if (position === undefined) return 'unknown'
    const found = await this.pools.lookup.query(replicaSql, [], false, isOneRow).catch(() => undefined)
    if (!found) return this.#unused('down')
    const [[replayed, system, isInRecovery] = []] = found
    const reached = positionOf(replayed)
    if (system !== ahead?.[0]?.[1] || isInRecovery !== true || reached === undefined)
      return this.#unused('no replica of this database')
    this.#awaited = [...this.#awaited, { at, position }].filter((mark) => at - mark.at <= this.#longestLag)
    const passed = this.#awaited.findLast((mark) => mark.position <= reached)
    if (passed) {
      this.#replayed = { at: passed.at, position: reached }
      this.#awaited = this.#awaited.filter((mark) => mark.at > passed.at)
      for (const [user, wroteAt] of this.#writes) {
        if (wroteAt >= passed.at) break
        this.#writes.delete(user)
      }
    }
    return this.lag <= this.#longestLag ? 'used' : 'late'
  }

  #unused(state: ReplicaState): ReplicaState {
    this.#awaited = []
    this.#replayed = { at: Number.NEGATIVE_INFINITY, position: 0n }
    return state
  }

  /**
   * True when the replica is recent enough, and has the user's own writes and everything up to the position `after`, if given.
   */
  serves(userId: string, after: string | null): boolean {
    const { at, position } = this.#replayed
    if (performance.now() - at > this.#longestLag) return false
    if ((this.#writes.get(userId) ?? this.#forgotten) >= at) return false
    if (after === null) return true
    const needed = positionOf(after)
    return needed !== undefined && needed <= position
  }

  /** Records that the user has seen the current state of the primary, so that later reads do not show an older one. */
  recordUse(userId: string): void {
    this.#writes.delete(userId)
    if (this.#writes.size >= MOST_WRITERS) {
      this.#forgotten = performance.now()
      this.#writes.clear()
    }
    this.#writes.set(userId, performance.now())
  }

  /** The current position of the primary. A replica that has replayed it shows everything that is committed now. */
  async position(): Promise<string | undefined> {
    const found = await this.#primary.query(primarySql, [], false, isOneRow)
    return found[0]?.[0] as string | undefined
  }

  /** Counts a read of a request, by the server that answered. */
  count(server: 'replica' | 'primary'): void {
    this.#reads[server] += 1
  }

  /** If the error means that the replica was unavailable, reads go to the primary until the next check. */
  failed(error: unknown): void {
    if (isUnavailable(error)) this.#unused('down')
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.close()))
  }
}

const isOneRow = (found: readonly unknown[]) => found.length === 1
