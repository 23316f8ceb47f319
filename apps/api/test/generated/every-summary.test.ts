import { operationGroups } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { lists, rowsOf } from './lists.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

const summaries = Object.values(operationGroups.summaries).map((endpoint) => {
  const list = lists.find((one) => `${one.endpoint.path}/summary` === endpoint.path)
  if (!list) throw new Error(`${endpoint.path} counts no list`)
  return { path: endpoint.path, endpoint, list }
})

type Row = Readonly<Record<string, unknown>>

/** The number of rows for each combination of values, in any order. */
function counted(rows: readonly Row[], keyOf: (row: Row) => Row): Row[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)))
  return [...groups].map(([group, members]) => ({ ...JSON.parse(group), count: members.length }))
}

describe.each(summaries)('$path', ({ endpoint, list }) => {
  const { values, times } = endpoint.summarizes
  const groupsOf = async (query: Row) => {
    const answer = await send(worlds.mine, endpoint, { query: { timezone: 'UTC', ...query } })
    expect([query, answer.status]).toEqual([query, 200])
    return [answer.json].flat() as Row[]
  }

  test('counts what the list lists', async () => {
    const call = await list.fill(worlds.mine)
    expect(call).toEqual({})
    const rows = await rowsOf(worlds.mine, list, call)
    expect(rows.length).toBeGreaterThan(1)
    const expectGroups = async (group_by: string, keyOf: (row: Row) => Row) => {
      const groups = await groupsOf({ group_by })
      const right = counted(rows, keyOf)
      expect([groups.length, groups]).toEqual([right.length, expect.arrayContaining(right)])
      const counts = groups.map(({ count }) => Number(count))
      expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    }
    for (const value of values) await expectGroups(value, (row) => ({ [value]: row[value] }))
    for (const time of times) {
      const start = (row: Row, length: number, ending: string) =>
        row[time] === null ? null : `${String(row[time]).slice(0, length)}${ending}`
      await expectGroups(`${time}.day`, (row) => ({ [time]: start(row, 10, '') }))
      await expectGroups(`${time}.month`, (row) => ({ [time]: start(row, 7, '-01') }))
    }
    expect(await groupsOf({})).toEqual([{ count: rows.length }])
  })

  test('counts what a filter leaves', async () =>
    expect(await groupsOf({ created_at__lt: '2000-01-01T00:00:00Z' })).toEqual([{ count: 0 }]))
})
