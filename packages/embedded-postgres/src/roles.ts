import postgres, { type Sql } from 'postgres'
import type { Passwords } from './cluster.ts'
import type { ConnectionTarget } from './connection-target.ts'

/**
 * Creates the following if missing: the owner of the database (may create databases and roles, no superuser), the
 * runtime role (owns nothing, subject to row level security), and the database. `admin` is the superuser on the
 * database `postgres`.
 */
export async function ensureRoles(
  admin: ConnectionTarget,
  passwords: Passwords,
  database: string,
): Promise<void> {
  const sql = postgres({ ...admin, ssl: false, max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    await createMissing(sql, passwords, database)
  } finally {
    // Without a timeout this waits for ever if the server has died.
    await sql.end({ timeout: 1 })
  }
}

async function createMissing(sql: Sql, passwords: Passwords, database: string): Promise<void> {
  const [found] = await sql<[{ roles: boolean; database: boolean; closed: boolean }]>`
    select exists (select from pg_roles where rolname = 'commonhold') as roles,
           exists (select from pg_database where datname = ${database}) as database,
           exists (select from pg_database where datname = ${database} and datacl is not null) as closed`
  if (!found.roles) {
    await sql.begin((tx) => [
      tx.unsafe(`create role commonhold login createdb createrole password '${passwords.commonhold}'`),
      tx.unsafe(`create role commonhold_app login nobypassrls password '${passwords.commonhold_app}'`),
      tx`grant commonhold_app to commonhold`,
    ])
  }
  if (!found.database) await sql`create database ${sql(database)} owner commonhold`
  if (!found.closed) await sql`revoke temporary on database ${sql(database)} from public`
}
