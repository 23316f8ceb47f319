import { expect, onTestFinished, test } from 'vitest'
import { ReadPool } from '../../src/db/read-pool.ts'
import { createDatabase } from '../database.ts'
import { repeated } from '../repeated.ts'

const CALLERS = 32

/** Microseconds of processor time for so many reads. Each caller sends its next read as soon as it has an answer. */
async function workOf(pool: ReadPool, reads: number): Promise<number> {
  const before = process.cpuUsage()
  const caller = async () => {
    for (let count = 0; count < reads / CALLERS; count += 1) expect(await pool.isAnswering()).toBe(true)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const least = async (pool: ReadPool) =>
  Math.min(await workOf(pool, 3_200), await workOf(pool, 3_200), await workOf(pool, 3_200))

test('under a load that never pauses, reads cost no more than at its beginning', async () => {
  const database = await createDatabase()
  const pool = new ReadPool(database.runtime, 4, 'read')
  onTestFinished(async () => {
    await pool.close()
    await database.drop()
  })
  await workOf(pool, 10_000)
  const early = await least(pool)
  await workOf(pool, 200_000)
  const growth = async () => (await least(pool)) / early
  expect(await repeated(growth, (ratio) => ratio < 1.8)).toBeLessThan(1.8)
})
