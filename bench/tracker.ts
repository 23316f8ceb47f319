import { contract, createClient } from '@commonhold/contract'
import { type Stack, signUp, startStack } from './stack.ts'

/** A service with tenants that each have `each` issues, and a user who owns all tenants. */
export interface Tracker {
  readonly stack: Stack
  readonly token: string
  readonly tenantIds: readonly string[]
  /** Number of issues in each tenant. */
  readonly each: number
  /** Seconds that loading took. */
  readonly seconds: number
}

/** The id of an issue, by the index of its tenant and its own number, from 1. */
export const issueIdOf = (tenant: number, number: number) =>
  `01K1${String(tenant * 10_000_000 + number).padStart(22, '0')}`

/** Returns the number of an issue in progress. Every fourth issue is one, beginning with the first. */
export const inProgress = (place: number) => 1 + 4 * place

/** Words of issues are `word1` to `word2000`, `usual1` to `usual200` and `common1` to `common20`. */
export const WORDS = { word: 2_000, usual: 200, common: 20 } as const

/** Starts a service and loads issues by SQL, with the same rows that the service would write. */
export async function openTracker(tenants: number, each: number): Promise<Tracker> {
  const stack = await startStack()
  try {
    const { token } = await signUp(stack.address, 'bench@example.org')
    const { stack: _, ...rest } = await fill(stack, token, tenants, each)
    return { stack, ...rest }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

async function fill(stack: Stack, token: string, tenants: number, each: number): Promise<Tracker> {
  const client = createClient(contract, { baseUrl: stack.address, token })
  const { id: userId } = await client.me.get()
  const started = performance.now()
  const tenantIds: string[] = []
  await stack.sql`set statement_timeout = 0`
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    const { id: tenantId } = await client.tenants.create({ name: `Tenant ${tenant}` })
    const field = await client.issueFields.create(
      { key: 'seats', name: 'Seats', type: 'integer' },
      { tenantId },
    )
    await fillTenant(stack, { tenant, tenantId, userId, fieldId: field.id, each })
    tenantIds.push(tenantId)
    if (tenant % 10 === 0) await stack.sql`analyze`
  }
  await stack.sql`vacuum analyze`
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`${tenants} tenants with ${each} issues each loaded in ${seconds} s\n`)
  return { stack, token, tenantIds, each, seconds }
}

interface Filling {
  readonly tenant: number
  readonly tenantId: string
  readonly userId: string
  readonly fieldId: string
  readonly each: number
}

/** Adds issues with their search texts, a value of the custom field, a watcher, and the first entry of their activity. */
function fillTenant({ sql }: Stack, { tenant, tenantId, userId, fieldId, each }: Filling): Promise<unknown> {
  const id = (n: string) => `'01K1' || lpad((${tenant * 10_000_000} + ${n})::text, 22, '0')`
  return sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenantId})`
    await tx.unsafe(`
      insert into issues (id, project_id, number, key, issue_type_id, issue_type, subtype, workflow_id, status_id, status,
                          status_category, closed_at, priority_id, priority, priority_level, title, description,
                          reporter_id, assignee_id, due_date, opened_at, custom_fields, created_by)
      select ${id('n')}, p.id, n, p.key || '-' || n, t.id, t.key, t.subtype, t.workflow_id, s.id, s.key,
             s.category, case when s.category = 'completed' then now() end, r.id, r.key, r.level,
             'Issue ' || n || ' about word' || (n * 7919 % ${WORDS.word}), 'A story of usual' || (n * 31 % ${WORDS.usual}) || ' and common' || (n * 17 % ${WORDS.common}),
             '${userId}', case when n % 3 = 0 then '${userId}' end, date '2026-01-01' + n * 13 % 400,
             now() - n * 7919 % 100000 * interval '1 minute', jsonb_build_object('seats', n % 1000), '${userId}'
        from generate_series(1, ${each}) n
        join projects p on p.key = 'SD' and p.tenant_id <> '${tenantId}'
        join issue_types t on t.key = 'task'
        join issue_statuses s on s.key = (array['todo', 'in_progress', 'resolved', 'closed'])[1 + n % 4]
        join issue_priorities r on r.key = (array['critical', 'high', 'medium', 'low'])[1 + n / 4 % 4]`)
    await tx.unsafe(`
      insert into issue_texts (id, issue_id, document, terms)
      select id, id, document, commonhold_terms(tenant_id, document)
        from issues, lateral (select setweight(to_tsvector('simple', key || ' ' || title), 'A') || setweight(to_tsvector('simple', description), 'B') as document) words
       where tenant_id = '${tenantId}'`)
    await tx.unsafe(`
      insert into issue_field_values (issue_id, field_id, field_type, ordinal, number_value)
      select id, '${fieldId}', 'integer', 1, (custom_fields ->> 'seats')::int from issues where tenant_id = '${tenantId}'`)
    await tx.unsafe(`
      insert into issue_watchers (issue_id, id, reason)
      select id, '${userId}', 'reporter' from issues where tenant_id = '${tenantId}'`)
    await tx.unsafe(`
      insert into issue_activities (id, issue_id, type)
      select '01K2' || substr(id, 5), id, 'issue_created' from issues where tenant_id = '${tenantId}'`)
    await tx.unsafe(`
      insert into counters (tenant_id, name, value)
      select distinct '${tenantId}', 'issue ' || project_id, ${each} from issues where tenant_id = '${tenantId}'`)
  })
}
