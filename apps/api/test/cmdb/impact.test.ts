import { relationshipRules, relationshipTypes } from '@commonhold/contract'
import { expect, test } from 'vitest'
import { useItems } from './items.ts'

const items = useItems()

test.each(relationshipTypes.map((type) => ({ type, ...relationshipRules[type] })))(
  'with $type, $fails fails',
  async ({ type, fails }) => {
    const [source, target] = await items.make(2)
    await items.relate(source, type, target)
    const withTarget = fails === 'source' ? [[source, 1]] : []
    const withSource = fails === 'target' ? [[target, 1]] : []
    expect(await items.impact(target)).toEqual(withTarget)
    expect(await items.impact(source)).toEqual(withSource)
    expect(await items.impact(source, { direction: 'upstream' })).toEqual(
      withTarget.length > 0 ? [[target, 1]] : [],
    )
    expect(await items.impact(target, { direction: 'upstream' })).toEqual(
      withSource.length > 0 ? [[source, 1]] : [],
    )
  },
)

test('impact goes to the requested depth, and has the way', async () => {
  const [database, server, application, service] = await items.make(4)
  await items.relate(server, 'hosts', database)
  await items.relate(application, 'depends_on', database)
  await items.relate(service, 'uses', application)
  expect(await items.impact(server)).toEqual([
    [database, 1],
    [application, 2],
    [service, 3],
  ])
  expect(await items.impact(server, { depth: 2 })).toHaveLength(2)
  expect(await items.impact(service, { direction: 'upstream' })).toEqual([
    [application, 1],
    [database, 2],
    [server, 3],
  ])
  const [, , last] = await items.client.configurationItems.impact.list({ ci_id: server }, {})
  expect(last?.path.map(({ id }) => id)).toEqual([server, database, application, service])
  expect(last?.open_issue_count).toBe(0)
})

test('each item is listed once, by the shortest and then the strongest way', async () => {
  const [a, b, c, d, e] = await items.make(5)
  await items.relate(a, 'member_of', b, 3)
  await items.relate(a, 'member_of', c, 8)
  await items.relate(b, 'impacts', d)
  await items.relate(c, 'impacts', d, 9)
  await items.relate(d, 'impacts', e)
  await items.relate(e, 'impacts', a)
  await items.relate(e, 'impacts', b)
  const reached = await items.client.configurationItems.impact.list({ ci_id: a }, { depth: 10 })
  expect(
    reached.map(({ ci, depth, weight, path }) => [ci.id, depth, weight, path.map(({ id }) => id)]),
  ).toEqual([
    [c, 1, 8, [a, c]],
    [b, 1, 3, [a, b]],
    [d, 2, 8, [a, c, d]],
    [e, 3, 8, [a, c, d, e]],
  ])
})

test('archived items are left out, and nothing is reached by way of them', async () => {
  const [a, b, c] = await items.make(3)
  await items.relate(a, 'impacts', b)
  await items.relate(b, 'impacts', c)
  await items.client.configurationItems.archive({ ci_id: b })
  expect(await items.impact(a)).toEqual([])
  await items.client.configurationItems.restore({ ci_id: b })
  expect(await items.impact(a)).toHaveLength(2)
})

test('follows ten relationships by default, at most twenty, and shows what it cuts off', async () => {
  const chain = await items.make(23)
  for (const [at, id] of chain.slice(1).entries()) await items.relate(chain[at] ?? '', 'impacts', id)
  const look = async (depth?: number) => {
    const query = depth === undefined ? {} : { depth }
    const answer = await items.client.configurationItems.impact.list.safe({ ci_id: chain[0] }, query)
    return answer.ok ? [answer.data.length, answer.headers.get('impact-truncated')] : items.errorsOf(answer)
  }
  expect(await look()).toEqual([10, 'true'])
  expect(await look(20)).toEqual([20, 'true'])
  for (const depth of [0, 21]) expect(await look(depth)).toEqual(['depth out_of_range'])
  await items.client.configurationItems.archive({ ci_id: chain[21] ?? '' })
  expect(await look(20)).toEqual([20, null])
})

test('an impact counts the issues of each item that are open', async () => {
  const [a, b, c] = await items.make(3)
  await items.relate(a, 'impacts', b)
  await items.relate(b, 'impacts', c)
  const { client } = items
  const project = await client.projects.create({ name: 'Operations', key: 'OPS' })
  const make = async (...configuration_item_ids: string[]) =>
    (await client.issues.create({ project_id: project.id, title: 'Down', configuration_item_ids })).id
  await make(b, c)
  const [archived] = [await make(c), await make(c)]
  await client.issues.archive({ issue_id: archived })
  const closed = await make(b)
  const moves = await client.issues.transitions.list({ issue_id: closed })
  const ending = moves.find(({ to_status }) => to_status.category === 'cancelled')
  await client.issues.transition(
    { issue_id: closed },
    { transition_id: ending?.id ?? '', comment: 'Not needed' },
  )
  const reached = await client.configurationItems.impact.list({ ci_id: a }, {})
  expect(reached.map(({ ci, open_issue_count }) => [ci.id, open_issue_count])).toEqual([
    [b, 1],
    [c, 2],
  ])
})

test('an impact of five thousand items is returned, and of more refused', async () => {
  const [hub, more] = await items.make(2)
  const { sql } = items.service.database
  await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${items.tenantId})`
    await tx`insert into configuration_items (id, name)
      select '01K1' || lpad(n::text, 22, '0'), 'Leaf ' || n from generate_series(1, 4999) n`
    await tx`insert into relationships (id, source_id, target_id, relationship_type)
      select '01K2' || lpad(n::text, 22, '0'), '01K1' || lpad(n::text, 22, '0'), ${hub}, 'depends_on' from generate_series(1, 4999) n`
  })
  expect(await items.impact(hub)).toHaveLength(4_999)
  await items.relate(more, 'uses', hub)
  expect(items.errorsOf(await items.client.configurationItems.impact.list.safe({ ci_id: hub }, {}))).toEqual([
    'depth out_of_range',
  ])
})

test('the strongest way is found among very many, though few items are reached', async () => {
  const [first] = await items.make(1)
  const EACH = 90
  await items.service.database.sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${items.tenantId})`
    await tx`insert into configuration_items (id, name)
      select '01K5' || lpad(n::text, 22, '0'), 'Node ' || n from generate_series(1, ${2 * EACH}) n`
    await tx`insert into relationships (id, source_id, target_id, relationship_type, weight)
      select '01K6' || lpad((n * 1000)::text, 22, '0'), ${first}, '01K5' || lpad(n::text, 22, '0'), 'impacts', 10
        from generate_series(1, ${EACH}) n
      union all
      select '01K6' || lpad((n * 1000 + m)::text, 22, '0'), '01K5' || lpad(n::text, 22, '0'),
             '01K5' || lpad((${EACH} + m)::text, 22, '0'), 'impacts', case when n = ${EACH} then 9 else 1 end
        from generate_series(1, ${EACH}) n, generate_series(1, ${EACH}) m`
  })
  const reached = await items.client.configurationItems.impact.list({ ci_id: first }, {})
  expect(reached.map(({ depth, weight }) => `${depth} ${weight}`)).toEqual([
    ...Array.from({ length: EACH }, () => '1 10'),
    ...Array.from({ length: EACH }, () => '2 9'),
  ])
})
