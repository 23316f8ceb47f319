import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DrizzleQueryError, getTableName } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { z } from 'zod'
import { comesWithSql } from './comes-with.ts'
import { addMonths } from './monthly-partitions.ts'
import { assertIcu, rebuildNameIndexes } from './name-indexes.ts'
import { applyOnlineSteps } from './online-steps.ts'
import { LOCK_TIMEOUT, type OwnerAddress, openOwner, tryLockSchema } from './owner.ts'
import { partitionByMonths } from './partition-by-months.ts'
import { roleSql, type Step, statesSql, type TableKinds, tenancySteps } from './tenancy.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const ownFunctions = new URL('./functions.sql', import.meta.url)

/** The list of migrations that drizzle-kit keeps. */
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) })

/** The parts of a database that are applied in addition to its migrations. */
export interface Schema {
  readonly kinds: TableKinds
  /** Files with the SQL functions of areas, in the order in which they depend on each other. */
  readonly functions: readonly URL[]
  /** Tables that are partitioned by the months of their ids. */
  readonly monthly: readonly PgTable[]
}

const functionsOf = ({ functions }: Schema): Step => ({
  subject: '(functions)',
  sql: comesWithSql + [ownFunctions, ...functions].map((file) => readFileSync(file, 'utf8')).join('\n'),
})

const PAUSE = 1_000
const TRIES = 10
/** Milliseconds between attempts to acquire the advisory lock. */
const LOCK_POLL = 200

/**
 * Brings the database up to date: migrations, functions, row level security and grants, then `seed`. It holds an advisory lock,
 * so that several instances may start at the same time. Tables that are up to date are not touched, so that other instances
 * continue to serve. A database that a later release has migrated is not changed: that release supports this one. Throws
 * when a migration was skipped.
 */
export async function migrate(
  connection: OwnerAddress,
  schema: Schema,
  seed: (sql: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const client = openOwner(connection)
  try {
    await lock(client)
    await client.unsafe(`set lock_timeout = ${LOCK_TIMEOUT}`)
    await assertIcu(client)
    if ((await standing(client)).missing.length > 0) await unforce(client)
    await patiently(() => applyMigrations(drizzle(client), { migrationsFolder }))
    const { missing, foreign } = await standing(client)
    if (missing.length > 0)
      throw new Error(
        `migrations were not applied: ${missing.join(', ')}. They were edited after they had been applied, or added before an applied one. Give them new names behind the last one; on a database for development, delete DATA_DIR instead`,
      )
    if (foreign > 0) return
    await patiently(() => rebuildNameIndexes(client))
    await patiently(() => applyOnlineSteps(client, join(migrationsFolder, 'online')))
    await client.unsafe(roleSql)
    const steps = [functionsOf(schema), ...tenancySteps(schema.kinds)]
    for (const step of steps.filter(({ subject }) =>
      schema.monthly.some((one) => getTableName(one) === subject),
    )) {
      await patiently(() => partitionByMonths(client, step))
      await patiently(() => addMonths(client, step.subject, new Date()))
    }
    for (const step of await patiently(() => outdated(client, steps)))
      await patiently(() => apply(client, step))
    await patiently(() => client.begin(seed))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/**
 * Waits for the advisory lock, without limit: another instance may have many migrations to run. It polls, because a statement
 * that waits for the lock would deadlock with the holder's `create index concurrently`, which waits for running statements.
 */
async function lock(client: postgres.Sql): Promise<void> {
  for (;;) {
    if (await tryLockSchema(client)) return
    await wait(LOCK_POLL)
  }
}

/**
 * The migrations of this release that are not applied, and how many applied ones belong to a later release. drizzle
 * silently skips a migration that is older than the newest applied one.
 */
async function standing(client: postgres.Sql): Promise<{ missing: string[]; foreign: number }> {
  const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`
  const rows = table?.name ? await client`select hash from drizzle.__drizzle_migrations` : []
  const applied = new Set(rows.map(({ hash }) => hash))
  const known = readMigrationFiles({ migrationsFolder })
  const { entries } = journalSchema.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')),
  )
  const missing = known.flatMap(({ hash }, at) => (applied.has(hash) ? [] : [entries[at]?.tag ?? hash]))
  return { missing, foreign: applied.size - (known.length - missing.length) }
}

/**
 * Disables forced row level security for the owner of the tables: migrations read the rows, and a new foreign key is
 * checked against the rows that the owner sees. Later steps force it again. The runtime role is restricted at all times.
 */
async function unforce(client: postgres.Sql): Promise<void> {
  const forced = await client<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`
  for (const { name } of forced)
    await patiently(() => client`alter table ${client(name)} no force row level security`)
}

const digest = ({ sql }: Step) => createHash('sha256').update(sql).digest('hex')

/** The steps that changed since they were applied, and those whose result was changed by hand. */
async function outdated(client: postgres.Sql, steps: readonly Step[]): Promise<Step[]> {
  await client`create table if not exists drizzle.applied_steps (
    subject text primary key, digest text not null, state text not null)`
  const rows = await client<{ subject: string; digest: string }[]>`
    select subject, digest from drizzle.applied_steps natural join (${client.unsafe(statesSql)}) states`
  const applied = new Map(rows.map((row) => [row.subject, row.digest]))
  return steps.filter((step) => applied.get(step.subject) !== digest(step))
}

/** One transaction per step, so that at most one table is locked at a time. */
async function apply(client: postgres.Sql, step: Step): Promise<void> {
  await client.begin(async (sql) => {
    await sql.unsafe(step.sql)
    await sql`insert into drizzle.applied_steps (subject, digest, state)
      select subject, ${digest(step)}, state from (${sql.unsafe(statesSql)}) states where subject = ${step.subject}
      on conflict (subject) do update set digest = excluded.digest, state = excluded.state`
  })
}

/** Retries after lock timeouts, deadlocks and serialization failures; steps that are committed remain. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof DrizzleQueryError ? error.cause : error
      const passes = cause instanceof postgres.PostgresError && /^(55P03|40P01|40001)$/.test(cause.code)
      if (!passes || tries === TRIES) throw cause
      await wait(PAUSE)
    }
  }
}
