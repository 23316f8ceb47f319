import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { transact } from '../../src/http/service.ts'
import { attemptKey, countForLockout, uncount } from '../../src/system/throttle.repository.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let connections: ConnectionPool
beforeAll(async () => {
  database = await createDatabase()
  connections = new ConnectionPool(database.runtime, 2)
})
afterAll(async () => {
  await connections.close()
  await database.drop()
})

const count = (key: string) => transact(connections, (tx) => countForLockout(tx, key))

/** Counts five attempts, the last of which starts a wait, and returns them. */
async function countFive(key: string) {
  const counted = []
  for (let n = 0; n < 5; n += 1) {
    const limit = await count(key)
    if (limit.counted) counted.push(limit.counted)
  }
  expect(counted).toHaveLength(5)
  return counted
}

test.each([
  ['in the order in which they were counted', [0, 1, 2, 3, 4]],
  ['from the last to the first', [4, 3, 2, 1, 0]],
  ['in any order', [2, 4, 0, 3, 1]],
])('nobody waits after attempts whose counts were undone %s', async (title, order) => {
  const key = attemptKey(title)
  const counted = await countFive(key)
  expect((await count(key)).waitSeconds).toBeGreaterThan(0)
  for (const at of order)
    await transact(connections, (tx) => uncount(tx, counted[at] ?? expect.fail('it was not counted')))
  expect((await count(key)).waitSeconds).toBeNull()
})

test('the wait of a wrong password stays when the counts of earlier attempts are undone', async () => {
  const key = attemptKey('wrong')
  const [first] = await countFive(key)
  await transact(connections, (tx) => uncount(tx, first ?? expect.fail('it was not counted')))
  expect((await count(key)).waitSeconds).toBeGreaterThan(0)
})
