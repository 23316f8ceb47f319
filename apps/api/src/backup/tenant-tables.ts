import { createHash } from 'node:crypto'
import { type Queries, type StoredTable, storedTables } from './stored-tables.ts'

/** What stays behind when a tenant moves to another installation, and why. */
export const leftBehind: Readonly<Record<string, string>> = {
  api_keys: 'secrets do not leave the installation',
  mail_tokens: 'secrets do not leave the installation',
  mail_outbox: 'mails of the installation that sends them',
  notification_cursors: 'positions in the log of the database',
  tenant_quotas: 'set by the operators of the installation',
  webhook_deliveries: 'kept for 30 days, and their jobs stay',
}

/** Columns that stay behind: the row gets the default of its table. */
const columnsLeftBehind: Readonly<Record<string, readonly string[]>> = {
  // Transaction ids belong to the server.
  audit_log: ['xid'],
}

/** What stands in the file in place of some columns. */
const replacedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // It gets a new secret, and sends nothing until somebody has given that to the receiver.
  webhook_endpoints: {
    secret: `''`,
    former_secret: 'null',
    former_secret_expires_at: 'null',
    enabled: 'false',
    cursor_xid: `'0'`,
    cursor_id: `''`,
  },
}

/** The tables with a tenant's rows, as the catalogue of the database has them, so that none is forgotten. */
export async function tenantTables(sql: Queries): Promise<StoredTable[]> {
  const tables = await storedTables(sql)
  return tables
    .filter(({ name, columns }) => columns.includes('tenant_id') && !Object.hasOwn(leftBehind, name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => !columnsLeftBehind[name]?.includes(column)),
    }))
}

/** The columns of a table as they are exported. */
export const exportedColumns = ({ name, columns }: StoredTable): string =>
  columns
    .map((column) => {
      const replaced = replacedColumns[name]?.[column]
      return replaced === undefined ? `"${column}"` : `${replaced} as "${column}"`
    })
    .join()

/** The columns of a tenant's rows that name accounts by a foreign key. */
export const accountColumns = (sql: Queries): Promise<{ table: string; column: string }[]> => sql`
  select c.relname::text as table, a.attname::text as column
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
   where k.contype = 'f' and k.confrelid = 'users'::regclass and cardinality(k.conkey) = 1 and k.conparentid = 0
     and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
   order by 1, 2`

/** The columns of a table that are stored and not computed. */
export async function columnsOf(sql: Queries, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  return rows.map(({ name }) => name)
}

/** Names the schema of a database: the migrations that were applied to it. */
export async function schemaOf(sql: Queries): Promise<{ migrations: number; digest: string }> {
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, hash`
  const digest = createHash('sha256')
    .update(rows.map(({ hash }) => hash).join())
    .digest('hex')
  return { migrations: rows.length, digest: digest.slice(0, 16) }
}
