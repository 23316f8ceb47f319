import { setTimeout as wait } from 'node:timers/promises'
import { encodeTime } from 'ulidx'
import { ask, atOnce } from '../trust/ask.ts'
import type { Cluster } from '../trust/cluster.ts'

/** Number of records that all writers share, so that they change the same ones concurrently. */
const SHARED = 20
/** Milliseconds between long transactions, and their longest duration. */
const SLOW_PAUSE = 100
const SLOW = 400

/** The credentials and the tenant of the writers. */
export interface Owner {
  readonly token: string
  readonly tenantId: string
}

/** Changes that were acknowledged, by record and version. */
export type Acknowledged = Set<string>

/** Creates the records that all writers change; returns their ids. */
export const addRecords = (cluster: Cluster, owner: Owner): Promise<string[]> =>
  atOnce(SHARED, async (n) => {
    const { status, json } = await ask(cluster.address(), 'POST /asset-models', {
      ...owner,
      json: { name: `Shared ${n}`, tracking_type: 'serialized' },
    })
    if (status !== 201) throw new Error(`a record was answered with ${status}`)
    return String(json.id)
  })

/**
 * Writes until `changes` changes are acknowledged and `goesOn` returns false, at `rate` changes per second by all writers
 * together. Throws after `limit` milliseconds.
 */
export async function writeChanges(
  cluster: Cluster,
  owner: Owner,
  records: readonly string[],
  { changes, writers, rate, limit }: { changes: number; writers: number; rate: number; limit: number },
  acknowledged: Acknowledged,
  goesOn: () => boolean = () => false,
): Promise<void> {
  const goal = acknowledged.size + changes
  const end = performance.now() + limit
  const interval = (writers / rate) * 1_000
  await atOnce(writers, async (writer) => {
    let due = performance.now() + Math.random() * interval
    for (let n = 0; acknowledged.size < goal || goesOn(); n += 1) {
      if (performance.now() > end) throw new Error(`the changes were not written within ${limit} ms`)
      await wait(Math.max(0, due - performance.now()))
      // A delayed writer does not catch up with a burst.
      due = Math.max(due + interval, performance.now() - interval)
      const id = records[(writer + n * 7) % records.length]
      const { status, json } = await ask(cluster.address(), `PATCH /asset-models/${id}`, {
        ...owner,
        json: { description: `${writer} ${n} ${performance.now()}` },
        patience: 10_000,
      })
      if (status === 200) acknowledged.add(`${id} ${json.version}`)
      // A refused connection fails immediately; without a pause the writers would spin.
      else await wait(20)
    }
  })
}

/** Writes log entries in long transactions, which end after others that began later. */
export class SlowWriters {
  readonly #running = new Set<Promise<unknown>>()
  #isPaused = false
  #count = 0

  /** Writes until `stopping` is aborted. */
  async write({ database }: Cluster, { tenantId }: Owner, stopping: AbortSignal): Promise<void> {
    for (; !stopping.aborted; await wait(SLOW_PAUSE)) {
      if (this.#isPaused) continue
      this.#count += 1
      const id = `${encodeTime(Date.now(), 10)}SW${String(this.#count).padStart(14, '0')}`
      const one = database.sql.begin(async (tx) => {
        await tx`insert into audit_log (id, tenant_id, request_id, operation, action, record_type, record_id, version)
          values (${id}, ${tenantId}, 'slow', 'updateAssetModel', 'updated', 'asset_model', ${id}, 1)`
        await tx`select pg_sleep(${(Math.random() * SLOW) / 1_000}::float8)`
      })
      this.#running.add(one)
      void one.finally(() => this.#running.delete(one))
    }
    await Promise.all(this.#running)
  }

  /** Pauses the transactions during `work`, because the driver does not survive a database killed during a transaction. */
  async without(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true
    await Promise.all(this.#running)
    await work()
    this.#isPaused = false
  }
}
