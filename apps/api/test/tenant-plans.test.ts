import { afterAll, expect, inject, test } from 'vitest'
import { TenantPlans } from './tenant-plans.ts'

const plans = new TenantPlans(inject('cluster'), inject('plans').database)

afterAll(() => plans.end())

const named = 'select a.id from assets a where a.tenant_id = $1::text and a.id = $2'

test.each([
  named,
  'select a.id from assets a join locations l on l.tenant_id = a.tenant_id and l.id = a.location_id where a.tenant_id = $1::text and a.id = $2',
  `select m.id from asset_models m where m.tenant_id in ($1::text, '01K00000000000000000000000') and m.id = $2`,
  'insert into counters (tenant_id, name, value) values ($1::text, $2, 1)',
  'select id from users where coalesce($1::text, id) = $2',
  // No row has two subtypes, so PostgreSQL never executes the subquery.
  `select (select count(*) from issue_labels l where l.tenant_id = i.tenant_id and l.issue_id = i.id) from issues i
    where i.tenant_id = $1::text and i.subtype in ('incident') and i.subtype in ('change') and i.project_id = $2
    order by i.id desc limit 10`,
  // The read is executed only if the parameter is the root tenant.
  `select p.id from projects p where p.tenant_id = $1::text and p.tenant_id = '01K00000000000000000000000'
    and p.id in (select record_id from external_ids x where x.tenant_id = $1::text and x.external_id = $2)`,
])('a statement names the tenant of each row: %s', async (text) => {
  expect(await plans.breaches(text, 2)).toEqual([])
})

test.each([
  ['select a.id from assets a where a.id = $1', 1, 'reads assets'],
  [named.replace('where', 'join locations l on l.id = a.location_id where'), 2, 'reads locations'],
  ['select m.id from asset_models m where m.tenant_id in ($1::text, $2)', 2, 'reads asset_models'],
  [`${named} and exists (select from persons p where p.id = a.person_id)`, 2, 'reads persons'],
  [
    `select record_id from external_ids where tenant_id = '01K00000000000000000000000' and external_id = $1`,
    1,
    'reads external_ids',
  ],
  ['update assets set version = 2 where id = $1', 1, 'reads assets'],
  ['delete from assets where id = $1', 1, 'reads assets'],
  ['select l.id from audit_log l where l.record_id = $1', 1, 'reads audit_log'],
  ['insert into counters (name, value) values ($1, 1)', 1, 'inserts into counters'],
  ['insert into issue_labels (issue_id, label) values ($1, $2)', 2, 'inserts into issue_labels'],
  [
    `select id from assets where tenant_id = current_setting('app.tenant_id')`,
    0,
    'the tenant is read from a setting',
  ],
  [`select commonhold_may('assets:read', null)`, 0, 'the tenant is read from a setting'],
])('a statement that does not is found: %s', async (text, parameterCount, breach) => {
  const [first] = await plans.breaches(text, parameterCount)
  expect(first).toContain(breach)
})
