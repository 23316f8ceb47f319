import type postgres from 'postgres'
import { median, rounded, startStack } from './stack.ts'

const USERS_IN_TENANT = 100
const TENANTS = 1_000
/** Number of tenants created in one transaction; `analyze` runs after each. */
const BATCH = 50
const CALLS = 1_000

/**
 * Measures how long the database takes to authorize a request: with one tenant of 100 users, and with 1,000 tenants,
 * 100,000 users and 20,000 groups. Each tenant has four chains of five nested groups; users are in the innermost.
 */
export async function permissions(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    await stack.sql`set statement_timeout = 0`
    await seed(stack.sql, 1, 1)
    const small = await admissionTime(stack.sql, 1)
    const began = performance.now()
    for (let from = 2; from <= TENANTS; from += BATCH)
      await seed(stack.sql, from, Math.min(TENANTS, from + BATCH - 1))
    const seconds = (performance.now() - began) / 1_000
    const large = await admissionTime(stack.sql, TENANTS)
    return {
      users: TENANTS * USERS_IN_TENANT,
      tenants: TENANTS,
      groups: TENANTS * 20,
      small_ms: Math.round(small * 1_000) / 1_000,
      large_ms: Math.round(large * 1_000) / 1_000,
      ratio: rounded(large / small),
      seed_seconds: rounded(seconds),
      rebuild_tenant_ms: rounded(await rebuildTime(stack.sql)),
    }
  } finally {
    await stack.stop()
  }
}

const tenantOf = (number: number) => `01K5${String(number).padStart(22, '0')}`
const userOf = (number: number) => `01K6${String(number).padStart(22, '0')}`
const sessionOf = (number: number) => `01K7${String(number).padStart(22, '0')}`

/** Creates tenants by number, each with users, sessions, four chains of five groups, and the computed permissions. */
async function seed(sql: postgres.Sql, from: number, to: number): Promise<void> {
  await sql.unsafe(`do $$
declare tenant text; base int;
begin
  for number in ${from}..${to} loop
    tenant := '01K5' || lpad(number::text, 22, '0');
    base := (number - 1) * ${USERS_IN_TENANT};
    insert into tenants (id, name, slug) values (tenant, 'Tenant ' || number, 'bench-' || number);
    perform commonhold_select_tenant(tenant);
    insert into users (id, email, password_hash)
      select '01K6' || lpad((base + n)::text, 22, '0'), 'bench' || (base + n) || '@example.org', 'none' from generate_series(1, ${USERS_IN_TENANT}) n;
    insert into sessions (id, user_id, expires_at, ends_at, refresh_hash, current_tenant_id)
      select '01K7' || lpad((base + n)::text, 22, '0'), '01K6' || lpad((base + n)::text, 22, '0'), now() + interval '1 day', now() + interval '1 day', 'bench' || (base + n), tenant
        from generate_series(1, ${USERS_IN_TENANT}) n;
    insert into groups (id, name, key, permissions)
      select '01K8' || lpad((number * 100 + n)::text, 22, '0'), 'Group ' || n, 'group_' || n,
             case n % 5 when 0 then '{assets:read,assets:write,issues:read}'::text[] else '{persons:read}' end
        from generate_series(0, 19) n;
    insert into memberships (id, group_id, member_group_id)
      select '01K9' || lpad((number * 1000 + n)::text, 22, '0'), '01K8' || lpad((number * 100 + n)::text, 22, '0'), '01K8' || lpad((number * 100 + n + 1)::text, 22, '0')
        from generate_series(0, 18) n where n % 5 <> 4;
    insert into memberships (id, group_id, user_id)
      select '01K9' || lpad((number * 1000 + 100 + n)::text, 22, '0'), '01K8' || lpad((number * 100 + (n % 4) * 5 + 4)::text, 22, '0'), '01K6' || lpad((base + n)::text, 22, '0')
        from generate_series(1, ${USERS_IN_TENANT}) n;
    perform commonhold_rebuild_permissions(tenant, null);
  end loop;
end $$`)
  await sql`analyze`
}

/** Milliseconds that the database takes to authorize a request, median of calls by random users. */
async function admissionTime(sql: postgres.Sql, tenants: number): Promise<number> {
  const expires = Date.now() / 1_000 + 3_600
  const times: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const user = 1 + Math.floor(Math.random() * tenants * USERS_IN_TENANT)
    const tenant = tenantOf(Math.ceil(user / USERS_IN_TENANT))
    const [plan] =
      await sql`explain (analyze, timing off, format json) select commonhold_authorize_caller('1', ${sessionOf(user)}, ${userOf(user)}, null, ${expires}, ${tenant}, 'assets:read', null, null, null)`
    times.push(plan?.['QUERY PLAN'][0]['Execution Time'])
  }
  return median(times)
}

/** Milliseconds to compute the permissions of one tenant again, median. */
async function rebuildTime(sql: postgres.Sql): Promise<number> {
  const times: number[] = []
  for (let number = 1; number <= 20; number += 1) {
    const began = performance.now()
    await sql.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${tenantOf(number)})`
      await tx`select commonhold_rebuild_permissions(${tenantOf(number)}, null)`
    })
    times.push(performance.now() - began)
  }
  return median(times)
}
