import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The role that serves requests: it owns nothing and cannot bypass row level security. */
export const RUNTIME_ROLE = 'commonhold_app'

/** The tenant that owns the shared catalogue; its owners are the operators of the installation. */
export const ROOT_TENANT_ID = '01K00000000000000000000000'

/** Tables by who sees their rows; see `tables.ts`. */
export interface TableKinds {
  readonly owned: readonly PgTable[]
  readonly catalogue: readonly PgTable[]
  readonly global: readonly PgTable[]
  readonly ledger: readonly PgTable[]
}

const MINE = `tenant_id = current_setting('app.tenant_id')`
// Without missing_ok: a connection without a tenant fails loudly instead of seeing nothing.
const VISIBLE = `tenant_id = any(current_setting('app.tenants')::text[])`
const MINE_OR_NONE = `case when tenant_id is null then true else ${MINE} end`

/** Row level security and grants for every table. Idempotent: runs after each migration. */
export function tenancySql(kinds: TableKinds): string {
  return [
    `do $$ begin create role ${RUNTIME_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole; exception when duplicate_object or unique_violation then null; end $$`,
    `do $$ begin if not pg_has_role(current_user, '${RUNTIME_ROLE}', 'member') then execute format('grant ${RUNTIME_ROLE} to %I', current_user); end if; end $$`,
    `grant usage on schema public to ${RUNTIME_ROLE}`,
    `revoke create on schema public from public`,
    ...kinds.owned.flatMap((table) => rowLevelSecurity(table, { select: MINE, write: MINE })),
    ...kinds.catalogue.flatMap((table) => rowLevelSecurity(table, { select: VISIBLE, write: MINE })),
    ...kinds.ledger.flatMap((table) => ledger(table)),
    ...kinds.global.map((table) => grant(table, 'select, insert, update, delete')),
  ].join(';\n')
}

function rowLevelSecurity(table: PgTable, visible: { select: string; write: string }): string[] {
  return [
    ...forced(table),
    policy(table, 'read', `for select using (${visible.select})`),
    policy(table, 'insert', `for insert with check (${visible.write})`),
    policy(table, 'update', `for update using (${visible.write}) with check (${visible.write})`),
    policy(table, 'delete', `for delete using (${visible.write})`),
    grant(table, 'select, insert, update, delete'),
  ]
}

function ledger(table: PgTable): string[] {
  return [
    ...forced(table),
    policy(table, 'read', `for select using (${MINE})`),
    policy(table, 'insert', `for insert with check (${MINE_OR_NONE})`),
    grant(table, 'select, insert'),
  ]
}

function forced(table: PgTable): string[] {
  const name = getTableName(table)
  return [`alter table "${name}" enable row level security`, `alter table "${name}" force row level security`]
}

function policy(table: PgTable, name: string, rule: string): string {
  const policyName = `${getTableName(table)}_${name}`
  return `drop policy if exists "${policyName}" on "${getTableName(table)}"; create policy "${policyName}" on "${getTableName(table)}" ${rule}`
}

function grant(table: PgTable, rights: string): string {
  return `revoke all on "${getTableName(table)}" from ${RUNTIME_ROLE}; grant ${rights} on "${getTableName(table)}" to ${RUNTIME_ROLE}`
}
