import { getTableName } from 'drizzle-orm'
import type postgres from 'postgres'
import { tables } from '../../src/tables.ts'

/** Name of every table. */
const tableNames: readonly string[] = Object.values(tables).flat().map(getTableName).sort()

/**
 * Disables row level security for the owner of this database, so that a test sees all tenants. It still applies to the service's
 * role. One table per statement: the service uses the tables meanwhile, and locking several could end in a deadlock.
 */
export async function showOwnerEverything(sql: postgres.Sql): Promise<void> {
  for (const name of tableNames) await sql`alter table ${sql(name)} no force row level security`
}

/** Tables that are also written beside the request: denials, counted attempts, and background work such as mails and counts. */
const besides = new Set([
  'audit_log',
  'attempts',
  'mail_outbox',
  'mail_tokens',
  'notification_cursors',
  'notifications',
  'webhook_endpoints',
  'webhook_deliveries',
  'passed_times',
  'tenant_quotas',
])

/** The condition of a trigger: an update changed more than the time of a session's last use. */
const changed = (name: string) =>
  name === 'sessions'
    ? `to_jsonb(old) - 'last_used_at' <> to_jsonb(new) - 'last_used_at'`
    : 'old is distinct from new'

/** Makes the database record each row that is added, changed or removed, for `fingerprint`. */
export async function countRowChanges(sql: postgres.Sql): Promise<void> {
  const triggers = tableNames
    .filter((name) => !besides.has(name))
    .map(
      (name) => `
      create trigger counted_rows after insert or delete on "${name}" for each row execute function counted.record();
      create trigger counted_updates after update on "${name}" for each row
        when (${changed(name)}) execute function counted.record()`,
    )
  await sql.unsafe(`
    create schema counted;
    create unlogged table counted.changes (id bigint generated always as identity primary key, table_name text not null);
    create function counted.record() returns trigger language plpgsql security definer as $$
    begin
      insert into counted.changes (table_name) values (tg_table_name);
      return null;
    end $$;
    `)
  for (const trigger of triggers) await sql.unsafe(trigger)
}

/**
 * The number and table of the last committed row change. If it is equal before and after, no row has changed in between, not
 * even to a value and back.
 */
export async function fingerprint(sql: postgres.Sql): Promise<string> {
  const [last] = await sql<{ id: string; table_name: string }[]>`
    select id, table_name from counted.changes order by id desc limit 1`
  return last ? `${last.id} ${last.table_name}` : ''
}
