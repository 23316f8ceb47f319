import { expect, test } from 'vitest'
import { MOST_WAYS, waysFrom } from '../../src/system/memberships.rules.ts'

const lies = (member_group_id: string, group_id: string) => ({
  member_group_id,
  group_id,
  name: member_group_id,
})
const idsOf = (ways: ReturnType<typeof waysFrom>) =>
  Object.fromEntries(
    [...ways].map(([id, found]) => [id, found.map((way) => way.map((step) => step.id).join(''))]),
  )

test('each group is reached by every way, the shortest first, of several by the ids', () => {
  const nestings = [
    lies('c', 'a'),
    lies('b', 'a'),
    lies('d', 'c'),
    lies('d', 'b'),
    lies('e', 'd'),
    lies('e', 'c'),
  ]
  expect(idsOf(waysFrom('a', nestings))).toEqual({
    a: [''],
    b: ['b'],
    c: ['c'],
    d: ['bd', 'cd'],
    e: ['ce', 'bde', 'cde'],
  })
})

test('of the millions of ways through ten levels of groups the first are returned', () => {
  const level = (n: number) => [0, 1, 2, 3, 4, 5].map((at) => `${n}-${at}`)
  const nestings = Array.from({ length: 10 }, (_, n) =>
    level(n).flatMap((outer) => level(n + 1).map((inner) => lies(inner, outer))),
  ).flat()
  const ways = waysFrom('0-0', nestings)
  expect(ways.size).toBe(61)
  const last = ways.get('10-5') ?? []
  expect(last).toHaveLength(MOST_WAYS)
  expect(new Set(last.map((way) => way.map(({ id }) => id).join())).size).toBe(MOST_WAYS)
  for (const way of last) expect(way).toHaveLength(10)
})
