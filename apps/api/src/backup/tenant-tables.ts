import { createHash } from 'node:crypto'
import { type Queries, type StoredTable, storedTables } from './stored-tables.ts'

/** Tables that are not exported with a tenant, each with the reason. */
export const leftBehind: Readonly<Record<string, string>> = {
  api_keys: 'secrets do not leave the installation',
  mail_tokens: 'secrets do not leave the installation',
  mail_outbox: 'mails of the installation that sends them',
  notification_cursors: 'positions in the log of the database',
  tenant_quotas: 'set by the operators of the installation',
  webhook_deliveries: 'kept for 30 days, and their jobs stay',
}

/** Columns that are not exported: imported rows get the column's default. */
const columnsLeftBehind: Readonly<Record<string, readonly string[]>> = {
  // Transaction ids are valid on one server only.
  audit_log: ['xid'],
}

/** SQL expressions that are exported in place of some columns. */
const replacedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The import creates a new secret. The webhook stays disabled until somebody has given the secret to the receiver.
  webhook_endpoints: {
    secret: `''`,
    former_secret: 'null',
    former_secret_expires_at: 'null',
    enabled: 'false',
    cursor_xid: `'0'`,
    cursor_id: `''`,
  },
}

/** The exported tables with rows of tenants, read from the database's catalog, so that none is forgotten. */
export async function tenantTables(sql: Queries): Promise<StoredTable[]> {
  const tables = await storedTables(sql)
  return tables
    .filter(({ name, columns }) => columns.includes('tenant_id') && !Object.hasOwn(leftBehind, name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => !columnsLeftBehind[name]?.includes(column)),
    }))
}

/** The select list that exports a table. */
export const exportedColumns = ({ name, columns }: StoredTable): string =>
  columns
    .map((column) => {
      const replaced = replacedColumns[name]?.[column]
      return replaced === undefined ? `"${column}"` : `${replaced} as "${column}"`
    })
    .join()

/** The columns with a foreign key to `users`, in the tables that are exported. */
export const accountColumns = (sql: Queries): Promise<{ table: string; column: string }[]> => sql`
  select c.relname::text as table, a.attname::text as column
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
   where k.contype = 'f' and k.confrelid = 'users'::regclass and cardinality(k.conkey) = 1 and k.conparentid = 0
     and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
     and c.relname <> all(${Object.keys(leftBehind)})
   order by 1, 2`

/** The columns of a table, except generated ones. */
export async function columnsOf(sql: Queries, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  return rows.map(({ name }) => name)
}

/** Identifies the schema of a database: the number of applied migrations, and a digest of their hashes. */
export async function schemaOf(sql: Queries): Promise<{ migrations: number; digest: string }> {
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, hash`
  const digest = createHash('sha256')
    .update(rows.map(({ hash }) => hash).join())
    .digest('hex')
  return { migrations: rows.length, digest: digest.slice(0, 16) }
}
