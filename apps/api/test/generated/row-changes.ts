import { eventActions } from '@commonhold/contract'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type postgres from 'postgres'
import { recordActions } from '../../src/store/record-action.ts'
import { tables } from '../../src/tables.ts'

/** A row that a transaction added, changed or removed. */
interface RowChange {
  readonly transaction: string
  readonly table_name: string
  readonly change: string
  readonly id: string
  /** The version of the row after the change; null if rows have none. */
  readonly version: number | null
}

/** An entry of the audit log. */
interface Entry {
  readonly transaction: string
  readonly request_id: string
  readonly tenant_id: string | null
  readonly operation: string
  readonly action: string
  readonly record_id: string | null
  readonly version: number | null
}

/** Tables whose rows are audited with the record that they belong to, or that are records of changes themselves. */
const apart: ReadonlySet<string> = new Set([
  'audit_log',
  'issue_activities',
  'issue_field_options',
  'issue_texts',
  'mail_outbox',
  'notification_cursors',
  'notification_preferences',
  'notifications',
  'preferences',
  'school_employment_periods',
  'school_enrollment_periods',
  'sessions',
  'signing_keys',
  'webhook_deliveries',
])

/** Tables of records. */
const watched = Object.values(tables)
  .flat()
  .filter((table) => 'id' in getTableColumns(table) && !apart.has(getTableName(table)))
  .map((table) => ({ name: getTableName(table), isVersioned: 'version' in getTableColumns(table) }))

export const watchedTables: readonly string[] = watched.map(({ name }) => name)

/** Makes the database record each record that is added, removed, or gets another version. */
export async function watchRows(sql: postgres.Sql): Promise<void> {
  const triggers = watched.map(
    ({ name, isVersioned }) => `
    create trigger watched_rows after insert or delete on "${name}" for each row execute function watched.note();
    create trigger watched_versions after update on "${name}" for each row
      when (${isVersioned ? 'old.version <> new.version' : 'old is distinct from new'}) execute function watched.note()`,
  )
  await sql.unsafe(`
    create schema watched;
    create unlogged table watched.changes (
      transaction text not null, table_name text not null, change text not null, id text not null, version integer);
    create function watched.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watched.changes
      values (pg_current_xact_id()::xid::text, tg_table_name, lower(tg_op), coalesce(new.id, old.id),
        (to_jsonb(coalesce(new, old)) ->> 'version')::integer);
      return null;
    end $$;
    create index on audit_log (request_id);
    `)
  for (const trigger of triggers) await sql.unsafe(trigger)
}

const actionsOfEvents: ReadonlySet<string> = new Set([...eventActions, ...Object.keys(recordActions)])

/** True for an entry that is an event in the feed of a tenant, or that belongs to no tenant's log. */
const isReceived = ({ tenant_id, action }: Entry) => tenant_id === null || actionsOfEvents.has(action)

/**
 * Returns the changed records without an event that has their new version, and deletes the recorded changes. Changes that a test
 * made in the database itself are ignored: they have no entry in the audit log.
 */
export async function removeUnaudited(sql: postgres.Sql, requestIds: readonly string[]): Promise<string[]> {
  const changes = await sql<RowChange[]>`delete from watched.changes returning *`
  const entries = await sql<Entry[]>`
    select xmin::text as transaction, request_id, tenant_id, operation, action, record_id, version from audit_log where request_id = any(${requestIds})`
  const received = entries.filter(isReceived)
  const audited = new Set(received.map(({ transaction, record_id }) => `${transaction} ${record_id}`))
  const versions = new Set(
    received.map(({ transaction, record_id, version }) => `${transaction} ${record_id} ${version}`),
  )
  const operations = new Map(entries.map(({ transaction, operation }) => [transaction, operation]))
  const recorded = changes.filter(({ transaction }) => operations.has(transaction))
  return [
    ...recorded
      .filter(({ transaction, id }) => !audited.has(`${transaction} ${id}`))
      .map(
        ({ transaction, table_name, change, id }) =>
          `${operations.get(transaction)}: ${change} of ${table_name} ${id} without an event`,
      ),
    ...lastVersions(recorded)
      .filter(({ transaction, id, version }) => !versions.has(`${transaction} ${id} ${version}`))
      .map(
        ({ transaction, table_name, id, version }) =>
          `${operations.get(transaction)}: no event of ${table_name} ${id} has its version ${version}`,
      ),
  ]
}

/** The last change of each versioned record in each transaction. */
const lastVersions = (changes: readonly RowChange[]) => [
  ...new Map(
    changes
      .filter(({ version, change }) => version !== null && change !== 'delete')
      .filter((change) => !isUserOfAccount(change, changes))
      .map((change) => [`${change.transaction} ${change.id}`, change]),
  ).values(),
]

/** The user of a service account has the same id and a separate version. The event is that of the account. */
const isUserOfAccount = ({ table_name, transaction, id }: RowChange, changes: readonly RowChange[]) =>
  table_name === 'users' &&
  changes.some(
    (one) => one.table_name === 'service_accounts' && one.transaction === transaction && one.id === id,
  )
