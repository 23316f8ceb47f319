import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { Refusal } from '../base/refusal.ts'
import { JOB_SCHEMA } from '../jobs/job-schema.ts'

/** The role for backups: it can read all tables and write none. */
export const BACKUP_ROLE = 'commonhold_backup'

const INSUFFICIENT_PRIVILEGE = '42501'
/** PostgreSQL's default number of iterations. */
const SCRAM_ITERATIONS = 4_096
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
 * needs BYPASSRLS; if `sql` may not grant that, each table gets a policy. Migrations grant the tables that they add. `sql` connects
 * as the owner of the tables or a superuser. `renewsPassword` gives an existing role a new password; rejects with a `Refusal` if
 * `sql` may not do that. All of it is one transaction, so that no role remains whose password was not returned.
 */
export function ensureBackupRole(sql: postgres.Sql, renewsPassword: boolean): Promise<BackupRole> {
  return sql.begin(async (tx) => {
    const isNew = await createRole(tx)
    for (const schema of SCHEMAS) await tx`grant usage on schema ${tx(schema)} to ${tx(BACKUP_ROLE)}`
    const way = await grantTables(tx)
    const password = isNew || renewsPassword ? await setPassword(tx) : undefined
    return { password, way }
  })
}

/**
 * Grants new tables to the role for backups, if it was granted the schemas before. Default privileges are not used: a dump
 * contains them, and only their owner can restore them. `tx` connects as the owner of the tables.
 */
export async function grantNewTables(tx: postgres.TransactionSql): Promise<void> {
  const [role] = await tx`
    select 1 from pg_roles
     where rolname = ${BACKUP_ROLE} and to_regnamespace('drizzle') is not null and has_schema_privilege(oid, 'drizzle', 'usage')`
  if (role) await grantTables(tx)
}

/** Grants the tables and sequences that the role cannot read yet, and creates the policies that are missing. */
async function grantTables(tx: postgres.TransactionSql): Promise<BackupRole['way']> {
  const statements = await tx<{ text: string }[]>`
    select format('grant select on %I.%I to %I', n.nspname, c.relname, r.rolname) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
     where r.rolname = ${BACKUP_ROLE} and n.nspname in ${tx(SCHEMAS)} and c.relkind in ('r', 'p', 'S')
       and not case c.relkind when 'S' then has_sequence_privilege(r.oid, c.oid, 'select') else has_table_privilege(r.oid, c.oid, 'select') end`
  for (const { text } of statements) await tx.unsafe(text)
  if (await bypasses(tx)) return 'bypass'
  await addPolicies(tx)
  return 'policies'
}

/** Whether row level security does not apply to the role. */
async function bypasses(tx: postgres.TransactionSql): Promise<boolean> {
  const [role] = await tx<
    { bypasses: boolean }[]
  >`select rolbypassrls or rolsuper as bypasses from pg_roles where rolname = ${BACKUP_ROLE}`
  return role?.bypasses === true
}

/** Creates the role unless it exists; whether it was created. */
async function createRole(tx: postgres.TransactionSql): Promise<boolean> {
  const found = await tx`select 1 from pg_roles where rolname = ${BACKUP_ROLE}`
  if (found.length > 0) return false
  const create = (within: postgres.TransactionSql, rights: string) =>
    within.unsafe(`create role ${BACKUP_ROLE} login nosuperuser nocreatedb nocreaterole ${rights}`)
  await tx
    .savepoint((inner) => create(inner, 'bypassrls'))
    .catch((error: unknown) => {
      if (!isForbidden(error)) throw error
      return create(tx, 'nobypassrls')
    })
  return true
}

/**
 * Gives the role a new password, and returns it. PostgreSQL gets its SCRAM verifier alone: a statement that fails, or is slow, is
 * logged with its text.
 */
async function setPassword(tx: postgres.TransactionSql): Promise<string> {
  const password = randomBytes(24).toString('hex')
  await tx
    .savepoint((inner) => inner.unsafe(`alter role ${BACKUP_ROLE} password '${scramVerifier(password)}'`))
    .catch((error: unknown) => {
      if (!isForbidden(error)) throw error
      throw new Refusal(
        `The role of DATABASE_DIRECT_URL may not change ${BACKUP_ROLE}. A superuser can, in psql: \\password ${BACKUP_ROLE}`,
      )
    })
  return password
}

/** What PostgreSQL stores of a password (RFC 5803): `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

const isForbidden = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === INSUFFICIENT_PRIVILEGE

/** Partitions need policies too: `pg_dump` reads each of them directly. */
async function addPolicies(tx: postgres.TransactionSql): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polroles = array[to_regrole(${BACKUP_ROLE})::oid])
     order by 1`
  for (const { name } of tables)
    await tx`create policy ${tx(`${name}_backup`)} on ${tx(name)} for select to ${tx(BACKUP_ROLE)} using (true)`
}
