import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { externalIdTriggers } from './external-id-triggers.ts'

/** The role that serves requests: it owns nothing and cannot bypass row level security. */
export const RUNTIME_ROLE = 'commonhold_app'

/** The tenant that owns the shared catalogue; its owners are the operators of the installation. */
export const ROOT_TENANT_ID = '01K00000000000000000000000'

/** Tables, grouped by who can see their rows; see `tables.ts`. */
export interface TableKinds {
  readonly owned: readonly PgTable[]
  readonly catalogue: readonly PgTable[]
  readonly global: readonly PgTable[]
  readonly ledger: readonly PgTable[]
  readonly searched: readonly PgTable[]
}

const MINE = `tenant_id = current_setting('app.tenant_id')`
// Without missing_ok: a connection without a tenant fails instead of returning no rows.
const VISIBLE = `tenant_id = any(current_setting('app.tenants')::text[])`
const MINE_OR_NONE = `case when tenant_id is null then true else ${MINE} end`

/**
 * SQL that puts one object into its intended state. It is applied as a whole, and again only when the SQL or the object has
 * changed.
 */
export interface Step {
  /** The table that it applies to; a name in brackets for other objects. */
  readonly subject: string
  readonly sql: string
}

/**
 * Creates the runtime role, and lets the login role switch to it. Each is done only if it is missing and the login role is
 * allowed to do it: an administrator may have done both before. Since PostgreSQL 16 the creator of a role is a member that may
 * grant it but not switch to it.
 */
export const roleSql = `do $$
declare
  knows_set constant boolean := current_setting('server_version_num')::int >= 160000;
  assumes constant text := case when knows_set then 'set' else 'member' end;
begin
  if not exists (select from pg_roles where rolname = '${RUNTIME_ROLE}') then
    begin
      create role ${RUNTIME_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if pg_has_role(current_user, '${RUNTIME_ROLE}', assumes) then return; end if;
  if pg_has_role(current_user, '${RUNTIME_ROLE}', assumes || ' with admin option')
    or (not knows_set and exists (select from pg_roles where rolname = current_user and rolcreaterole)) then
    execute format('grant ${RUNTIME_ROLE} to %I', current_user)
      || case when knows_set then ' with inherit false, set true' else '' end;
  end if;
end $$`

/** The schema, then row level security and grants of every table. Each step is idempotent. */
export function tenancySteps(kinds: TableKinds): Step[] {
  return [
    {
      subject: '(schema)',
      sql: `grant usage on schema public to ${RUNTIME_ROLE}; revoke create on schema public from public`,
    },
    ...kinds.owned.map((table) =>
      step(table, [...rowLevelSecurity(table, { select: MINE, write: MINE }), ...externalIdTriggers(table)]),
    ),
    ...kinds.searched.map((table) =>
      step(table, [...rowLevelSecurity(table, { select: MINE, write: MINE }), unforced(table)]),
    ),
    ...kinds.catalogue.map((table) =>
      step(table, [
        ...rowLevelSecurity(table, { select: VISIBLE, write: MINE }),
        ...externalIdTriggers(table),
      ]),
    ),
    ...kinds.ledger.map((table) => step(table, ledger(table))),
    ...kinds.global.map((table) => step(table, [grant(table, 'select, insert, update, delete')])),
  ]
}

/** The database's definition of each applied step, so that changes by hand are detected and undone. */
export const statesSql = `
  select relname::text as subject, md5(concat_ws(' ', relowner::regrole, relrowsecurity, relforcerowsecurity, relacl, (
    select string_agg(concat_ws(' ', polname, polcmd, polpermissive, polroles,
             pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), ';' order by polname)
      from pg_policy where polrelid = c.oid))) as state
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  union all
  select '(schema)', md5(concat_ws(' ', nspowner::regrole, nspacl)) from pg_namespace where nspname = 'public'
  union all
  select '(functions)', md5(string_agg(concat_ws(' ', proname, proargtypes, proowner::regrole, prosecdef, proconfig, proacl, prosrc),
           ';' order by proname, proargtypes))
    from pg_proc where pronamespace = 'public'::regnamespace and proname like 'commonhold%'`

function step(table: PgTable, statements: readonly string[]): Step {
  return { subject: getTableName(table), sql: statements.join(';\n') }
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
  return [
    `alter table "${name}" enable row level security`,
    `alter table "${name}" force row level security`,
    // Reads are planned before a tenant is selected. With statistics of the tenants the planner would know that the tenant
    // 'none' has no rows, and read a whole index of the tenant; without them it assumes that each tenant has a share of the
    // table.
    `alter table "${name}" alter column tenant_id set statistics 0`,
  ]
}

/**
 * Not forced, because functions that run as the owner search the table, and row level security would prevent the use of an index.
 */
const unforced = (table: PgTable) => `alter table "${getTableName(table)}" no force row level security`

function policy(table: PgTable, name: string, rule: string): string {
  const policyName = `${getTableName(table)}_${name}`
  return `drop policy if exists "${policyName}" on "${getTableName(table)}"; create policy "${policyName}" on "${getTableName(table)}" ${rule}`
}

function grant(table: PgTable, rights: string): string {
  return `revoke all on "${getTableName(table)}" from ${RUNTIME_ROLE}; grant ${rights} on "${getTableName(table)}" to ${RUNTIME_ROLE}`
}
