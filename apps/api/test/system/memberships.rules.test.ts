import { expect, test } from 'vitest'
import { shortestWays } from '../../src/system/memberships.rules.ts'

const lies = (member_group_id: string, group_id: string) => ({
  member_group_id,
  group_id,
  name: member_group_id,
})
const idsOf = (ways: ReturnType<typeof shortestWays>) =>
  Object.fromEntries([...ways].map(([id, way]) => [id, way.map((step) => step.id).join('')]))

test('each group is reached by a shortest way, of several by the first', () => {
  const nestings = [
    lies('c', 'a'),
    lies('b', 'a'),
    lies('d', 'c'),
    lies('d', 'b'),
    lies('e', 'd'),
    lies('e', 'c'),
  ]
  expect(idsOf(shortestWays('a', nestings))).toEqual({ a: '', b: 'b', c: 'c', d: 'bd', e: 'ce' })
})

test('ten levels of groups that all lie within each other’s neighbours are walked once', () => {
  const level = (n: number) => [0, 1, 2, 3, 4, 5].map((at) => `${n}-${at}`)
  const nestings = Array.from({ length: 10 }, (_, n) =>
    level(n).flatMap((outer) => level(n + 1).map((inner) => lies(inner, outer))),
  ).flat()
  const ways = shortestWays('0-0', nestings)
  expect(ways.size).toBe(61)
  expect(ways.get('10-5')).toHaveLength(10)
})
