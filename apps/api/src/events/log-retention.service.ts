import type { Logger } from 'pino'
import type postgres from 'postgres'
import type { Clock } from '../base/clock.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import { addMonths, dropMonths } from '../db/monthly-partitions.ts'
import { LOCK_TIMEOUT, type OwnerAddress, openOwner, tryLockSchema } from '../db/owner.ts'
import { type Repetition, repeat } from '../http/rounds.ts'
import type { Area } from '../store/area.ts'

const TABLE = 'audit_log'
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Seconds by which the clock of this process may differ from that of the database. */
const CLOCK_TOLERANCE = 600

interface LogRetention {
  readonly owner: OwnerAddress
  /** Days after which a month of the audit log is dropped; undefined = never. */
  readonly retentionDays: number | undefined
  readonly areas: readonly Pick<Area<never>, 'storeFromLog'>[]
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Creates the monthly partitions of the audit log in advance and drops those past their retention: immediately, then every hour.
 * Only one instance works at a time. It connects as the owner, because the role that serves requests can delete nothing from the
 * log. After a failure it also waits an hour, because requests wait for each attempt to lock the log.
 */
export function startLogRetention(retention: LogRetention): Repetition {
  const onFailure = (error: unknown) =>
    retention.log.warn(kindOfError(error), 'maintaining the months of the audit log failed')
  const round = () =>
    maintainLog(retention)
      .catch(onFailure)
      .then(() => false)
  return repeat({ round, poll: HOUR, onFailure })
}

async function maintainLog({ owner, retentionDays, areas, clock, log }: LogRetention): Promise<void> {
  const client = openOwner(owner)
  try {
    if (!(await tryLockSchema(client))) return
    await client.unsafe(`set lock_timeout = ${LOCK_TIMEOUT}`)
    const now = clock.now()
    await addMonths(client, TABLE, now)
    if (retentionDays === undefined || !(await hasRightClock(client, log))) return
    const before = new Date(now.getTime() - retentionDays * DAY)
    const dropped = await dropMonths(client, TABLE, before, (from, to) =>
      storeBeforeDrop(client, areas, from, to),
    )
    if (dropped.length > 0) log.info({ partitions: dropped }, 'months of the audit log were dropped')
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** Whether the clock of this process is that of the database, so that no month is dropped too early; logs where it is not. */
async function hasRightClock(client: postgres.Sql, log: Logger): Promise<boolean> {
  const [row] = await client<{ ahead: number }[]>`
    select (${Date.now()}::float8 / 1000 - extract(epoch from clock_timestamp()))::float8 as ahead`
  const ahead = row?.ahead ?? Number.POSITIVE_INFINITY
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return true
  log.error(
    { seconds: Math.round(ahead) },
    'the clock of this machine is wrong: no month of the audit log is dropped',
  )
  return false
}

/**
 * Stores what areas need of entries that are about to be dropped. Each tenant has a separate transaction: a long transaction that
 * writes would delay events.
 */
async function storeBeforeDrop(
  client: postgres.Sql,
  areas: LogRetention['areas'],
  from: string,
  to: string,
): Promise<void> {
  const tenants = await client<{ id: string }[]>`select id from tenants order by id`
  for (const { id: tenantId } of tenants)
    await client.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${tenantId})`
      for (const { storeFromLog } of areas) await storeFromLog?.(tx, { tenantId, from, to })
    })
}
