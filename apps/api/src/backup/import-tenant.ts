import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { createPasswordHasher } from '../auth/passwords/hasher.ts'
import { newId } from '../base/ids.ts'
import { Refusal } from '../base/refusal.ts'
import { newWebhookSecret } from '../webhooks/webhooks.repository.ts'
import { mergeAccounts } from './imported-accounts.ts'
import { insertRows } from './insert-rows.ts'
import { readTenantFile, type TenantFile, type TenantFileHead } from './tenant-file.ts'
import { columnsOf, schemaOf, tenantTables } from './tenant-tables.ts'

/** Rows per insert. */
const BATCH = 500

/** The result of an import; `rows` includes the accounts. */
export interface Imported {
  readonly slug: string
  readonly rows: number
  /** Accounts that already existed and now belong to the tenant. */
  readonly merged: number
  /** Accounts that were created. */
  readonly created: number
}

/**
 * Imports a file of `exportTenant` in one transaction, which is rolled back on any error. Foreign keys are checked at its end,
 * for the new rows only. Until then other transactions can read, and wait before they write. `sql` connects as the owner of the
 * tables.
 */
export async function importTenant(
  sql: postgres.Sql,
  path: string,
  mergesUnverified: boolean,
): Promise<Imported> {
  const file = await readTenantFile(path)
  const { head } = file
  try {
    return await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '10s'`
      await assertFits(tx, head)
      await tx`select commonhold_select_tenant(${head.tenant.id})`
      const undoing = await deferConstraints(tx)
      const imported = await load(tx, file, mergesUnverified)
      await settle(tx, head)
      await tx`set constraints all immediate`
      for (const statement of undoing) await tx.unsafe(statement)
      return imported
    })
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '23503')
      throw new Refusal(
        `Nothing was imported: the tenant refers to shared records that do not exist here. ${error.detail ?? error.message} Replace them with its own records or standard ones, and export it again`,
      )
    if (error instanceof postgres.PostgresError && error.code === '55P03')
      throw new Refusal(
        'Nothing was imported: a table could not be locked within 10 seconds. Try again when less is written, or stop the service',
      )
    throw error
  }
}

async function assertFits(tx: postgres.TransactionSql, { tenant, schema, tables }: TenantFileHead) {
  const own = await schemaOf(tx)
  if (own.digest !== schema.digest)
    throw new Refusal(
      `The file was written by a release with ${schema.migrations} migrations, and this database has ${own.migrations}: bring both installations to the same release, and export the tenant again`,
    )
  const expected = [
    { name: 'users', columns: await columnsOf(tx, 'users') },
    { name: 'tenants', columns: await columnsOf(tx, 'tenants') },
    ...(await tenantTables(tx)),
  ]
  if (JSON.stringify(expected) !== JSON.stringify(tables.map(({ name, columns }) => ({ name, columns }))))
    throw new Refusal('The file has other tables than this database: export the tenant with this release')
  const [existing] = await tx`select slug from tenants where id = ${tenant.id} or slug = ${tenant.slug}`
  if (existing)
    throw new Refusal(
      `A tenant with this id or slug already exists: ${existing.slug}. A tenant can be imported only once. If ${existing.slug} is a different tenant, change its slug and import again`,
    )
}

/** Defers the checks of foreign keys and disables triggers; returns the statements that undo both. */
async function deferConstraints(tx: postgres.TransactionSql): Promise<string[]> {
  const keys = await tx<{ defer: string; undo: string }[]>`
    select format('alter table %s alter constraint %I deferrable initially deferred', conrelid::regclass, conname) as defer,
           format('alter table %s alter constraint %I not deferrable', conrelid::regclass, conname) as undo
      from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 and not condeferrable
     order by conrelid::regclass::text, conname`
  const triggers = await tx<{ disable: string; enable: string }[]>`
    select format('alter table %s disable trigger user', oid::regclass) as disable,
           format('alter table %s enable trigger user', oid::regclass) as enable
      from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
     order by oid::regclass::text`
  for (const { defer: statement } of keys) await tx.unsafe(statement)
  for (const { disable } of triggers) await tx.unsafe(disable)
  return [...keys.map(({ undo }) => undo), ...triggers.map(({ enable }) => enable)]
}

async function load(
  tx: postgres.TransactionSql,
  { head, rows }: TenantFile,
  mergesUnverified: boolean,
): Promise<Imported> {
  const [accounts, ...tables] = head.tables
  if (accounts?.name !== 'users') throw new Error('the accounts do not come first')
  const readLines = async (count: number): Promise<string[]> => {
    const read: string[] = []
    while (read.length < count) {
      const { value, done } = await rows.next()
      if (done) throw new Refusal('Nothing was imported: the file has fewer rows than its first line states')
      read.push(value)
    }
    return read
  }
  const unusable = head.has_passwords ? null : await unusableHash()
  const merging = await mergeAccounts(tx, await readLines(accounts.rows), {
    columns: accounts.columns,
    tenantId: head.tenant.id,
    unusable,
    mergesUnverified,
  })
  let count = accounts.rows
  for (const { name, columns, rows: expected } of tables) {
    for (let left = expected; left > 0; left -= BATCH) {
      const lines = (await readLines(Math.min(left, BATCH))).map(merging.rename)
      await insertRows(tx, name, columns, lines, ofTenant(name), head.tenant.id)
    }
    count += expected
  }
  // Reading past the last row also verifies the checksum of the file.
  if (!(await rows.next()).done)
    throw new Refusal('Nothing was imported: the file has more rows than its first line states')
  return { slug: head.tenant.slug, rows: count, merged: merging.merged, created: merging.created }
}

/** The condition for the rows of a table, so that a file cannot write to another tenant. `$2` is the id of the tenant. */
const ofTenant = (table: string) => (table === 'tenants' ? 'id = $2 and not is_root' : 'tenant_id = $2')

/** The hash of a random password that nobody knows: members must reset their password. */
async function unusableHash(): Promise<string> {
  const hasher = createPasswordHasher()
  try {
    return await hasher.hash(randomBytes(32).toString('base64'))
  } finally {
    await hasher.close()
  }
}

/**
 * Sets the cursors of webhooks and notifications to now, creates new webhook secrets, and records the import in the audit log.
 */
async function settle(tx: postgres.TransactionSql, { tenant }: TenantFileHead): Promise<void> {
  const webhooks = await tx<{ id: string }[]>`
    select id from webhook_endpoints where tenant_id = ${tenant.id}`
  for (const { id } of webhooks)
    await tx`
      update webhook_endpoints set secret = ${newWebhookSecret()}, cursor_xid = pg_current_xact_id(), cursor_id = 'Z'
       where tenant_id = ${tenant.id} and id = ${id}`
  // Jobs are not exported. These rows are deleted, so that the service detects again that a pause of an issue has ended.
  await tx`delete from passed_times where tenant_id = ${tenant.id} and kind = 'issue_resume'`
  await tx`
    insert into audit_log (id, tenant_id, request_id, operation, action, record_type, record_id)
    values (${newId()}, ${tenant.id}, ${newId()}, 'importTenant', 'created', 'tenant', ${tenant.id})`
  await tx`
    insert into notification_cursors (tenant_id, xid, id) values (${tenant.id}, pg_current_xact_id(), 'Z')`
}
