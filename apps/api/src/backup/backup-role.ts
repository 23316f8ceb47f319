import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { Refusal } from '../base/refusal.ts'
import { JOB_SCHEMA } from '../jobs/job-schema.ts'

/** The role for backups: it can read all tables and write none. */
export const BACKUP_ROLE = 'commonhold_backup'

const INSUFFICIENT_PRIVILEGE = '42501'
const SCHEMAS = ['public', 'drizzle', JOB_SCHEMA]

/** The result of `ensureBackupRole`. */
export interface BackupRole {
  /** The new password of the role; undefined if the password was not changed. */
  readonly password: string | undefined
  /** `bypass`: row level security does not apply to the role. `policies`: each table has a policy that shows it all rows. */
  readonly way: 'bypass' | 'policies'
}

/**
 * Creates the role for backups if it does not exist, and grants it all current tables. Row level security is forced, so the role
 * needs BYPASSRLS; if `sql` may not grant that, each table gets a policy. Tables of a later release then lack the policy, and the
 * dump fails until this is called again. With BYPASSRLS, migrations grant new tables. `sql` connects as the owner of the tables
 * or a superuser. `renewsPassword` gives an existing role a new password; rejects with a `Refusal` if `sql` may not do that.
 */
export async function ensureBackupRole(sql: postgres.Sql, renewsPassword: boolean): Promise<BackupRole> {
  const created = await createRole(sql)
  const [role] =
    await sql`select rolbypassrls or rolsuper as bypasses from pg_roles where rolname = ${BACKUP_ROLE}`
  const way = role?.bypasses ? 'bypass' : 'policies'
  await sql.begin(async (tx) => {
    for (const schema of SCHEMAS) {
      await tx`grant usage on schema ${tx(schema)} to ${tx(BACKUP_ROLE)}`
      await tx`grant select on all tables in schema ${tx(schema)} to ${tx(BACKUP_ROLE)}`
      await tx`grant select on all sequences in schema ${tx(schema)} to ${tx(BACKUP_ROLE)}`
    }
    if (way === 'policies') await addPolicies(tx)
  })
  const password = created ?? (renewsPassword ? await renewPassword(sql) : undefined)
  return { password, way }
}

/**
 * Grants new tables to the role for backups, if it has BYPASSRLS and was granted the schemas before. Default privileges are not
 * used: a dump contains them, and only their owner can restore them. `tx` connects as the owner of the tables.
 */
export async function grantNewTables(tx: postgres.TransactionSql): Promise<void> {
  const statements = await tx<{ text: string }[]>`
    select format('grant select on %I.%I to %I', n.nspname, c.relname, r.rolname) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
     where r.rolname = ${BACKUP_ROLE} and r.rolbypassrls and has_schema_privilege(r.oid, 'drizzle', 'usage')
       and n.nspname in ${tx(SCHEMAS)} and c.relkind in ('r', 'p', 'S') and not has_table_privilege(r.oid, c.oid, 'select')`
  for (const { text } of statements) await tx.unsafe(text)
}

async function createRole(sql: postgres.Sql): Promise<string | undefined> {
  const found = await sql`select 1 from pg_roles where rolname = ${BACKUP_ROLE}`
  if (found.length > 0) return undefined
  const password = makePassword()
  const create = (rights: string) =>
    sql.unsafe(
      `create role ${BACKUP_ROLE} login password '${password}' nosuperuser nocreatedb nocreaterole ${rights}`,
    )
  await create('bypassrls').catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    return create('nobypassrls')
  })
  return password
}

async function renewPassword(sql: postgres.Sql): Promise<string> {
  const password = makePassword()
  await sql.unsafe(`alter role ${BACKUP_ROLE} password '${password}'`).catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    throw new Refusal(
      `The role of DATABASE_DIRECT_URL may not change ${BACKUP_ROLE}. A superuser can, in psql: \\password ${BACKUP_ROLE}`,
    )
  })
  return password
}

const makePassword = () => randomBytes(24).toString('hex')

const isForbidden = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === INSUFFICIENT_PRIVILEGE

/** Partitions need policies too: `pg_dump` reads each of them directly. */
async function addPolicies(tx: postgres.TransactionSql): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`
  for (const { name } of tables) {
    const policy = tx(`${name}_backup`)
    await tx`drop policy if exists ${policy} on ${tx(name)}`
    await tx`create policy ${policy} on ${tx(name)} for select to ${tx(BACKUP_ROLE)} using (true)`
  }
}
