import { rounded, signUp, startStack } from './stack.ts'

const ITEMS = 100_000
const RELATIONSHIPS = 300_000
const ASKED = 200
const DEPTH = 5

/** What fails with an item, five relationships away, among 100,000 items and 300,000 relationships: one at a time. */
export async function impact(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const { client, tenantId } = await signUp(stack.address, 'bench@example.org')
    await stack.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${tenantId})`
      await sql`select setseed(0.5)`
      await sql`insert into configuration_items (id, name, ci_type)
        select '01K1' || lpad(n::text, 22, '0'), 'Item ' || n, 'server' from generate_series(1, ${ITEMS}) n`
      await sql`insert into relationships (id, source_id, target_id, relationship_type)
        select '01K2' || lpad(n::text, 22, '0'), '01K1' || lpad(one::text, 22, '0'), '01K1' || lpad(other::text, 22, '0'),
               (array['depends_on', 'uses', 'runs_on', 'contains', 'member_of', 'impacts'])[1 + n % 6]
          from (select n, 1 + floor(random() * ${ITEMS})::int as one, 1 + floor(random() * ${ITEMS})::int as other
                  from generate_series(1, ${RELATIONSHIPS}) n) pairs
         where one <> other on conflict do nothing`
    })
    await stack.sql`analyze`
    const times: number[] = []
    let reached = 0
    for (let n = 1; n <= ASKED; n += 1) {
      const ci_id = `01K1${String((n * 487) % ITEMS || 1).padStart(22, '0')}`
      const start = performance.now()
      reached += (await client.configurationItems.impact({ ci_id }, { depth: DEPTH })).length
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => rounded(times[Math.floor(share * (times.length - 1))] ?? 0)
    return {
      items: ITEMS,
      depth: DEPTH,
      reached: Math.round(reached / ASKED),
      p50_ms: at(0.5),
      p99_ms: at(0.99),
    }
  } finally {
    await stack.stop()
  }
}
