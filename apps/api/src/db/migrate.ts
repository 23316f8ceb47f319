import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DrizzleQueryError } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { comesWithSql } from './comes-with.ts'
import { assertIcu, rebuildNameIndexes } from './name-indexes.ts'
import { roleSql, type Step, statesSql, type TableKinds, tenancySteps } from './tenancy.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const functions: Step = {
  subject: '(functions)',
  sql: comesWithSql + read('./functions.sql') + read('./grants.sql'),
}
const LOCK = 7_426_831_014

/**
 * Requests queue behind a lock that is waited for: it is given up well before they give up, and asked for again.
 * Milliseconds.
 */
const LOCK_TIMEOUT = 500
const PAUSE = 1_000
const TRIES = 10

/**
 * Brings the database up to date: migrations, functions, row level security and grants, then `seed`. Holds an
 * advisory lock, so that any number of instances may start at once. Touches no table that is as it shall be, so that
 * other instances go on serving. A database that a later release has migrated is left as it is: that release keeps this one
 * working. Throws when a migration was skipped.
 */
export async function migrate(
  connection: postgres.Options<Record<string, never>> & { url?: string | undefined },
  kinds: TableKinds,
  seed: (sql: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const { url, ...options } = connection
  const settings = { ...options, max: 1, onnotice: () => {}, connect_timeout: 5 }
  const client = url ? postgres(url, settings) : postgres(settings)
  try {
    // Its wait is not bounded: another instance may have much to migrate.
    await client`select pg_advisory_lock(${LOCK})`
    await client.unsafe(`set lock_timeout = ${LOCK_TIMEOUT}`)
    await assertIcu(client)
    if ((await standing(client)).missing > 0) await unforce(client)
    await patiently(() => applyMigrations(drizzle(client), { migrationsFolder }))
    const { missing, foreign } = await standing(client)
    if (missing > 0)
      throw new Error(
        `${missing} migration(s) were not applied: an applied migration was edited, or one was added out of order`,
      )
    if (foreign > 0) return
    await patiently(() => rebuildNameIndexes(client))
    await client.unsafe(roleSql)
    const steps = [functions, ...tenancySteps(kinds)]
    for (const step of await patiently(() => outdated(client, steps)))
      await patiently(() => apply(client, step))
    await patiently(() => client.begin(seed))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/**
 * How many migrations of this release the database has not seen, and how many it has seen that are of a later one. drizzle
 * silently skips one that is older than the newest one applied.
 */
async function standing(client: postgres.Sql): Promise<{ missing: number; foreign: number }> {
  const [journal] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`
  const rows = journal?.name ? await client`select hash from drizzle.__drizzle_migrations` : []
  const applied = new Set(rows.map(({ hash }) => hash))
  const known = readMigrationFiles({ migrationsFolder })
  const missing = known.filter(({ hash }) => !applied.has(hash)).length
  return { missing, foreign: applied.size - (known.length - missing) }
}

/**
 * Lifts row level security from the owner of the tables: migrations read what is in them, and a new foreign key is held
 * against the rows that the owner sees. The steps that follow put it back. The role that serves is bound all the while.
 */
async function unforce(client: postgres.Sql): Promise<void> {
  const forced = await client<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`
  for (const { name } of forced)
    await patiently(() => client`alter table ${client(name)} no force row level security`)
}

const digest = ({ sql }: Step) => createHash('sha256').update(sql).digest('hex')

/** The steps that have changed since they were applied, or whose outcome somebody else has changed. */
async function outdated(client: postgres.Sql, steps: readonly Step[]): Promise<Step[]> {
  await client`create table if not exists drizzle.applied_steps (
    subject text primary key, digest text not null, state text not null)`
  const rows = await client<{ subject: string; digest: string }[]>`
    select subject, digest from drizzle.applied_steps natural join (${client.unsafe(statesSql)}) states`
  const applied = new Map(rows.map((row) => [row.subject, row.digest]))
  return steps.filter((step) => applied.get(step.subject) !== digest(step))
}

/** One transaction for each step, so that never more than one table is locked. */
async function apply(client: postgres.Sql, step: Step): Promise<void> {
  await client.begin(async (sql) => {
    await sql.unsafe(step.sql)
    await sql`insert into drizzle.applied_steps (subject, digest, state)
      select subject, ${digest(step)}, state from (${sql.unsafe(statesSql)}) states where subject = ${step.subject}
      on conflict (subject) do update set digest = excluded.digest, state = excluded.state`
  })
}

/** Lock time-outs, deadlocks and serialization failures pass; what has been committed before stays. */
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
