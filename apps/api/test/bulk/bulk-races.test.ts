import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BulkWorld, startBulkWorld } from './bulk-world.ts'

let world: BulkWorld

beforeAll(async () => {
  world = await startBulkWorld()
})
afterAll(() => world.service.stop())

/** The list rotated to another start, and reversed every second turn. */
function shuffled<T>(list: readonly T[], turn: number): T[] {
  const start = turn % list.length
  const turned = [...list.slice(start), ...list.slice(0, start)]
  return turn % 2 === 0 ? turned : turned.reverse()
}

test('100 overlapping requests double nothing, answer no deadlock, and their results are the rows', async () => {
  const made = await world.client.assets.bulk({
    mode: 'atomic',
    items: Array.from({ length: 5 }, () => ({ op: 'create' as const, body: world.asset() })),
  })
  const ids = made.results.flatMap(({ id }) => id ?? [])
  const serials = Array.from({ length: 40 }, (_, at) => `RACE-${at}`)
  const before = await world.rows()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, turn) =>
      world.client.assets.bulk.safe(
        {
          mode: turn % 3 === 0 ? 'each' : 'atomic',
          items: shuffled(
            [
              ...ids.map((id) => ({ op: 'update' as const, id, body: { name: `Turn ${turn}` } })),
              ...shuffled(serials, turn * 7)
                .slice(0, 3)
                .map((serial) => ({ op: 'create' as const, body: world.asset(serial) })),
            ],
            turn,
          ),
        },
        { timeoutMs: 60_000 },
      ),
    ),
  )
  const results = answers.flatMap((one) => (one.ok ? one.data.results : []))
  const codes = [
    ...results.flatMap(({ problem }) => problem?.code ?? []),
    ...answers.flatMap((one) =>
      one.ok ? [] : 'problem' in one.error ? one.error.problem.code : one.error.message,
    ),
  ]
  expect(codes.filter((code) => code !== 'already_exists')).toEqual([])
  const created = results.filter(({ status }) => status === 201)
  const updated = results.filter(({ status }) => status === 200)
  expect(created.length).toBeGreaterThan(0)
  expect(new Set(created.map(({ id }) => id)).size).toBe(created.length)
  expect(await world.rows()).toEqual({
    assets: before.assets + created.length,
    audited: before.audited + created.length + updated.length,
  })
  const doubled = await world.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${world.tenantId})`
    return sql`select serial_number from assets where tenant_id = ${world.tenantId} group by serial_number having count(*) > 1`
  })
  expect(doubled).toHaveLength(0)
  const assets = await Promise.all(ids.map((id) => world.client.assets.get({ asset_id: id })))
  // All updates of one request run in one transaction, so the last one to commit has set every name.
  expect(new Set(assets.map(({ name }) => name)).size).toBe(1)
})
