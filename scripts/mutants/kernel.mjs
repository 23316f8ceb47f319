// Defects of what all areas stand on: who may do what, tenants, cursors, repetitions, the audit log. Paths are below
// apps/api, tests below apps/api/test.

const functions = 'src/db/functions.sql'
const grants = 'src/system/functions.sql'
const tenancy = 'src/db/tenancy.ts'

export const kernelDefects = [
  {
    name: 'drizzle-looked-up-again',
    file: 'src/drizzle-modules.ts',
    find: 'entries.set(specifier, entry)',
    replace: '',
    test: 'process/loading',
  },
  {
    name: 'password-without-a-place',
    file: 'src/auth/passwords/hasher-thread.ts',
    find: 'this.#reserved += 1',
    replace: '',
    test: 'process/attempts-given-back',
    only: 'queue of passwords full',
  },
  {
    name: 'ended-session',
    file: functions,
    find: 'and s.revoked_at is null and s.expires_at > now()',
    replace: 'and s.expires_at > now()',
    test: 'auth/revocation',
  },
  {
    name: 'expired-token',
    file: functions,
    find: 'and to_timestamp(p_expires) > now()',
    replace: "and to_timestamp(p_expires) > now() - interval '1 hour'",
    test: 'auth/token-life',
  },
  {
    name: 'retired-key',
    file: functions,
    find: 'where k.id = p_key and k.retired_at is null',
    replace: 'where k.id = p_key',
    test: 'auth/keys',
    only: 'retired key',
  },
  {
    name: 'permission-of-tenant',
    file: functions,
    find: `bool_or(g.permissions && sufficient) as holds
          from group_members m
          join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
         where m.user_id = s.user_id`,
    replace: `bool_or(true) as holds
          from group_members m
          join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
         where m.user_id = s.user_id`,
    test: 'auth/revocation',
  },
  {
    name: 'archived-tenant',
    file: functions,
    find: 'if tenant_archived_at is not null then',
    replace: 'if false then',
    test: 'system/accounts',
    only: 'archived serves nobody',
  },
  {
    name: 'last-owner',
    file: grants,
    find: 'if found and not commonhold_has_owner(p_tenant) then',
    replace: 'if false then',
    test: 'system/owners',
  },
  {
    name: 'tenant-policy',
    file: tenancy,
    find: "const MINE = `tenant_id = current_setting('app.tenant_id')`",
    replace: 'const MINE = `true`',
    test: 'generated/row-level-security',
  },
  {
    name: 'ledger-grant',
    file: tenancy,
    find: "grant(table, 'select, insert'),",
    replace: "grant(table, 'select, insert, update, delete'),",
    test: 'security/audit',
    only: 'neither change nor delete',
  },
  {
    name: 'cursor-binding',
    file: 'src/store/cursor.ts',
    find: 'if (mark !== digest(binding)) throw refuse()',
    replace: 'if (mark === binding) throw refuse()',
    test: 'generated/collections',
    only: 'cursor',
  },
  {
    name: 'idempotency-other-body',
    file: 'src/http/idempotency.ts',
    find: "if (earlier.fingerprint !== (await fingerprint(request))) throw problem('idempotency_key_reused')",
    replace: "if (earlier.fingerprint === '') throw problem('idempotency_key_reused')",
    test: 'security/idempotency',
  },
  {
    name: 'idempotency-other-tenant',
    file: 'src/http/idempotency.ts',
    find: 'JSON.stringify([await tenantId(), body ?? null])',
    replace: 'JSON.stringify([body ?? null])',
    test: 'security/idempotency',
  },
  {
    name: 'idempotency-at-once',
    file: 'src/http/idempotency.ts',
    find: "if (!(await locking)?.locked) throw problem('idempotency_in_progress')",
    replace: "if ((await locking) === null) throw problem('idempotency_in_progress')",
    test: 'security/idempotency',
  },
  {
    name: 'idempotency-of-a-day-ago',
    file: 'src/http/idempotency.ts',
    find: "sql`now() - interval '24 hours'`",
    replace: "sql`now() - interval '48 hours'`",
    test: 'security/idempotency',
  },
  {
    name: 'idempotency-key-claimed-ahead',
    file: functions,
    find: "raise exception 'the key was used before' using errcode = 'CHKEY';",
    replace: 'return true;',
    test: 'security/idempotency',
  },
  {
    name: 'commit-ahead-of-references',
    file: 'src/store/store.ts',
    find: 'const decides = (name: string) => Object.hasOwn(referring, name) ||',
    replace: 'const decides = (name: string) => Object.hasOwn(referring, name + name) ||',
    test: 'generated/every-reference',
  },
  {
    name: 'if-match',
    file: 'src/store/store.ts',
    find: 'if (context.ifMatch && !context.ifMatch.includes(common(row).version))',
    replace: 'if (context.ifMatch && context.ifMatch.length === 0)',
    test: 'security/concurrency',
  },
  {
    name: 'tenant-of-a-new-record',
    file: 'src/store/store.ts',
    find: 'if (tenantId !== undefined && tenantId !== (await context.tenantId()))',
    replace: "if (tenantId === '')",
    test: 'generated/every-reference',
    only: 'with tenant_id',
  },
  {
    name: 'moment-ahead',
    file: 'src/store/moments.ts',
    find: 'const TOLERANCE = 5 * 60_000',
    replace: 'const TOLERANCE = 48 * 3_600_000',
    test: 'census/identities',
  },
  {
    name: 'day-ahead',
    file: 'src/store/days.ts',
    find: '.filter(([, day]) => day != null && day > today)',
    replace: '.filter(([, day]) => day != null && day > `9${today}`)',
    test: 'education/effective-days',
  },
  {
    name: 'day-of-a-zone',
    file: 'src/store/days.ts',
    find: "new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(moment)",
    replace: "new Intl.DateTimeFormat('sv-SE', { timeZone: timezone && 'UTC' }).format(moment)",
    test: 'education/time-zones',
  },
  {
    name: 'origin-by-prefix',
    file: 'src/http/cors.ts',
    find: 'localHosts.has(hostname)',
    replace: "hostname.startsWith('localhost')",
    test: 'security/cors',
  },
  {
    name: 'turns',
    file: 'src/db/advisory-locks.ts',
    find: 'const take = sqlStatement<unknown>(sql`select pg_advisory_xact_lock(${ofTenant})`)',
    replace: 'const take = sqlStatement<unknown>(sql`select ${ofTenant}`)',
    test: 'locations/concurrency',
  },
  {
    name: 'content-encoding',
    file: 'src/http/body.ts',
    find: "if (encoding && encoding !== 'identity')",
    replace: "if (encoding === 'none')",
    test: 'security/media-types',
  },
  {
    name: 'rate-limit',
    file: 'src/http/rate-limit.ts',
    find: 'if (used > this.#limit)',
    replace: 'if (used > this.#limit + 1)',
    test: 'auth/limits',
  },
  {
    name: 'unknown-member',
    file: 'src/base/validation-errors.ts',
    find: "code: place === 'query' ? 'unknown_parameter' : 'unknown_field'",
    replace: "code: place === 'query' ? 'unknown_parameter' : 'read_only'",
    test: 'system/writing',
  },
].map((defect) => ({ ...defect, folder: 'apps/api' }))
