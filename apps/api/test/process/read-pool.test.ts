import { expect, onTestFinished, test } from 'vitest'
import { ReadPool } from '../../src/db/read-pool.ts'
import { createDatabase } from '../database.ts'

const CALLERS = 32

/** Milliseconds that so many reads take, while each caller asks as soon as it is answered. */
async function timed(pool: ReadPool, reads: number): Promise<number> {
  const began = performance.now()
  const caller = async () => {
    for (let count = 0; count < reads / CALLERS; count += 1) expect(await pool.isAnswering()).toBe(true)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return performance.now() - began
}

const fastest = async (pool: ReadPool) =>
  Math.min(await timed(pool, 3_200), await timed(pool, 3_200), await timed(pool, 3_200))

test('under a load that never pauses, reads cost no more than at its beginning', async () => {
  const database = await createDatabase()
  const pool = new ReadPool(database.runtime, 4, 'read')
  onTestFinished(async () => {
    await pool.close()
    await database.drop()
  })
  await timed(pool, 10_000)
  const early = await fastest(pool)
  await timed(pool, 200_000)
  expect((await fastest(pool)) / early).toBeLessThan(1.8)
}, 120_000)
