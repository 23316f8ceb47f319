import { rm } from 'node:fs/promises'
import type postgres from 'postgres'
import { Refusal } from '../base/refusal.ts'
import { waitForEarlierTransactions } from './earlier-transactions.ts'
import type { Queries, StoredTable } from './stored-tables.ts'
import { FORMAT, type TenantFileHead, writeTenantFile } from './tenant-file.ts'
import { accountColumns, columnsOf, exportedColumns, schemaOf, tenantTables } from './tenant-tables.ts'

/** Rows per fetch. */
const BATCH = 500

/** The result of an export; `checksum` is the SHA-256 of the file's lines, in hex. */
export interface Exported {
  readonly rows: number
  readonly tables: number
  readonly checksum: string
}

/** A part of the file, and the query for its rows. */
interface Part {
  readonly name: string
  readonly columns: readonly string[]
  readonly query: string
}

/**
 * Writes the rows of a tenant, and the accounts that they refer to, to a file. They are read in one snapshot, so the service may
 * run. If the tenant is archived, it first waits for running transactions, so that the file has the final state. `sql` connects
 * as the owner of the tables.
 */
export async function exportTenant(
  sql: postgres.Sql,
  slug: string,
  path: string,
  withPasswords: boolean,
): Promise<Exported> {
  const { is_archived } = await tenantNamed(sql, slug)
  if (is_archived) await waitForEarlierTransactions(sql)
  return sql.begin('isolation level repeatable read', async (tx) => {
    const tenant = await tenantNamed(tx, slug)
    await tx`select commonhold_select_tenant(${tenant.id})`
    const parts = await partsOf(tx, await tenantTables(tx), withPasswords)
    const counted = await countRows(tx, parts, tenant.id)
    const head: TenantFileHead = {
      format: 'commonhold-tenant',
      version: FORMAT,
      schema: await schemaOf(tx),
      exported_at: new Date().toISOString(),
      tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name },
      has_passwords: withPasswords,
      tables: counted,
    }
    const checksum = await writeTenantFile(path, head, rowsOf(tx, parts, tenant.id)).catch(
      async (error: unknown) => {
        // An incomplete file is removed. After a `Refusal` there is none: the file already existed, or it is standard output.
        if (!(error instanceof Refusal)) await rm(path, { force: true })
        throw error
      },
    )
    return { rows: counted.reduce((sum, { rows }) => sum + rows, 0), tables: parts.length, checksum }
  })
}

async function tenantNamed(sql: Queries, slug: string) {
  const [tenant] = await sql<
    { id: string; slug: string; name: string; is_root: boolean; is_archived: boolean }[]
  >`
    select id, slug, name, is_root, archived_at is not null as is_archived from tenants
     where slug = ${slug.toLowerCase()} or id = ${slug.toUpperCase()}
     order by id = ${slug.toUpperCase()} desc limit 1`
  if (!tenant) throw new Refusal(`There is no tenant with the slug or id ${slug}`)
  if (tenant.is_root)
    throw new Refusal('The root tenant cannot be exported: `move-to` moves the whole installation')
  return tenant
}

/** Accounts first, then the tenant, then its tables. `$1` in the queries is the id of the tenant. */
async function partsOf(
  tx: postgres.TransactionSql,
  tables: readonly StoredTable[],
  withPasswords: boolean,
): Promise<Part[]> {
  const named = (await accountColumns(tx)).map(
    ({ table, column }) => `select "${column}" from "${table}" where tenant_id = $1`,
  )
  const [accounts, tenant] = [await columnsOf(tx, 'users'), await columnsOf(tx, 'tenants')]
  const shown = accounts.map((column) =>
    column === 'password_hash' && !withPasswords ? 'null as "password_hash"' : `"${column}"`,
  )
  return [
    {
      name: 'users',
      columns: accounts,
      query: `select ${shown.join()} from users where id in (${named.join(' union ')})`,
    },
    {
      name: 'tenants',
      columns: tenant,
      query: `select ${tenant.map((column) => `"${column}"`).join()} from tenants where id = $1`,
    },
    ...tables.map((table) => ({
      ...table,
      query: `select ${exportedColumns(table)} from "${table.name}" where tenant_id = $1`,
    })),
  ]
}

async function countRows(tx: postgres.TransactionSql, parts: readonly Part[], tenantId: string) {
  const counted: { name: string; columns: string[]; rows: number }[] = []
  for (const { name, columns, query } of parts) {
    const [row] = await tx.unsafe(`select count(*)::int as rows from (${query}) r`, [tenantId])
    counted.push({ name, columns: [...columns], rows: row?.rows ?? 0 })
  }
  return counted
}

async function* rowsOf(
  tx: postgres.TransactionSql,
  parts: readonly Part[],
  tenantId: string,
): AsyncGenerator<string> {
  for (const { query } of parts)
    for await (const rows of tx
      .unsafe<{ line: string }[]>(`select row_to_json(r)::text as line from (${query}) r`, [tenantId])
      .cursor(BATCH))
      for (const { line } of rows) yield line
}
