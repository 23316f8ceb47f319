import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { type TableKinds, tenancySql } from './tenancy.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const functions = readFileSync(new URL('./functions.sql', import.meta.url), 'utf8')
const LOCK = 7_426_831_014

/**
 * Brings the database up to date: migrations, functions, row level security and grants, then `seed`. Holds an
 * advisory lock, so that any number of instances may start at once. Throws when the database was migrated by a
 * release that this one does not know, or when a migration was skipped.
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
    await client`select pg_advisory_lock(${LOCK})`
    await applyMigrations(drizzle(client), { migrationsFolder })
    await assertComplete(client)
    await client.begin(async (sql) => {
      await sql.unsafe(functions)
      await sql.unsafe(tenancySql(kinds))
      await seed(sql)
    })
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** drizzle silently skips a migration that is older than the newest one applied. */
async function assertComplete(client: postgres.Sql): Promise<void> {
  const applied = new Set(
    (await client`select hash from drizzle.__drizzle_migrations`).map((row) => row.hash),
  )
  const missing = readMigrationFiles({ migrationsFolder }).filter((migration) => !applied.has(migration.hash))
  if (missing.length > 0) {
    throw new Error(
      `${missing.length} migration(s) were not applied: an applied migration was edited, or one was added out of order`,
    )
  }
}
