import type postgres from 'postgres'
import { rounded, type Stack, signUp, startStack } from './stack.ts'

const ITEMS = 100_000
const RELATIONSHIPS = 300_000
const ASKED = 100
const DEPTH = 5

/** Distributions of relationships: even, or with few items that have very many of them. */
const graphs = { even: 1, hubs: 3 }

/**
 * Measures the impact of single items, five relationships deep, among 100,000 items and 300,000 relationships: once with
 * an even distribution, and once with hubs, where most impacts exceed the limit of the response. Milliseconds of the
 * request, and of the database alone.
 */
export async function impact(): Promise<Record<string, unknown>> {
  const figures: Record<string, unknown> = { items: ITEMS, relationships: RELATIONSHIPS, depth: DEPTH }
  for (const [name, exponent] of Object.entries(graphs)) {
    const stack = await startStack()
    try {
      figures[name] = await measure(stack, exponent)
      process.stdout.write(`${name}: ${JSON.stringify(figures[name])}\n`)
    } finally {
      await stack.stop()
    }
  }
  return figures
}

async function measure(stack: Stack, exponent: number): Promise<Record<string, number>> {
  const { client, tenantId } = await signUp(stack.address, 'bench@example.org')
  // Like ULIDs: ascending in order of creation, followed by a random part.
  const idOf = `'01K1' || upper(lpad(to_hex(n), 6, '0') || substr(md5(n::text), 1, 16))`
  const pick = (power: number) => `1 + floor(power(random(), ${power}) * ${ITEMS})::int`
  await stack.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`select setseed(0.5)`
    await sql.unsafe(`insert into configuration_items (id, name, ci_type)
      select ${idOf}, 'Item ' || n, 'server' from generate_series(1, ${ITEMS}) n`)
    await sql.unsafe(`with item as materialized (select n, ${idOf} as id from generate_series(1, ${ITEMS}) n)
      insert into relationships (id, source_id, target_id, relationship_type)
      select '01K2' || lpad(pair.n::text, 22, '0'), one.id, other.id,
             (array['depends_on', 'uses', 'runs_on', 'contains', 'member_of', 'impacts'])[1 + pair.n % 6]
        from (select n, ${pick(exponent)} as one, ${pick(1)} as other from generate_series(1, ${RELATIONSHIPS}) n) pair
        join item one on one.n = pair.one join item other on other.n = pair.other
       where pair.one <> pair.other on conflict do nothing`)
  })
  await stack.sql`vacuum analyze`
  const asked = await inTenant(
    stack,
    tenantId,
    (sql) => sql<{ id: string }[]>`select id from configuration_items order by id`,
  )
  const requests: number[] = []
  const database: number[] = []
  let reached = 0
  let refused = 0
  for (let n = 0; n < ASKED; n += 1) {
    // The first items have the most relationships.
    const ci_id = asked[n < ASKED / 2 ? n * 7 : (n * 487 * ASKED) % ITEMS]?.id ?? ''
    const start = performance.now()
    const answer = await client.configurationItems.impact.list.safe({ ci_id }, { depth: DEPTH })
    requests.push(performance.now() - start)
    if (answer.ok) reached += answer.data.length
    else refused += 1
    database.push(await databaseTime(stack, tenantId, ci_id))
  }
  return {
    reached: Math.round(reached / Math.max(1, ASKED - refused)),
    refused,
    ...percentiles('request', requests),
    ...percentiles('database', database),
  }
}

const inTenant = <T>(stack: Stack, tenantId: string, work: (sql: postgres.TransactionSql) => Promise<T>) =>
  stack.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    return work(sql)
  }) as Promise<T>

/** Milliseconds that PostgreSQL takes for the function, including the planning of its statements. */
const databaseTime = (stack: Stack, tenantId: string, ci_id: string): Promise<number> =>
  inTenant(stack, tenantId, async (sql) => {
    const [row] = await sql.unsafe<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>(
      `explain (analyze, timing off, format json) select * from commonhold_impact_in('${tenantId}', '${ci_id}', ${DEPTH}, 5000,
         array['depends_on', 'runs_on', 'hosted_on', 'uses', 'connects_to'],
         array['contains', 'member_of', 'sends_data_to', 'impacts', 'connects_to'])`,
    )
    return row?.['QUERY PLAN'][0]['Execution Time'] ?? 0
  })

function percentiles(name: string, times: number[]): Record<string, number> {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { [`${name}_p50_ms`]: at(0.5), [`${name}_p95_ms`]: at(0.95), [`${name}_max_ms`]: at(1) }
}
