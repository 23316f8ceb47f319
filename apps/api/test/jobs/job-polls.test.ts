import { setImmediate } from 'node:timers'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { transact } from '../../src/http/service.ts'
import type { JobQueue } from '../../src/jobs/job-queue.ts'
import { openJobs } from '../../src/jobs/jobs.ts'
import { startService } from '../service.ts'

/** If `areLong`, pauses of up to a second last for days, so that nothing proceeds by polling. */
const pauses = vi.hoisted(() => ({ areLong: false }))
vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof import('node:timers/promises')>()
  const wait: typeof timers.setTimeout = (milliseconds = 0, ...rest) =>
    timers.setTimeout(pauses.areLong && milliseconds <= 1_000 ? 1_000_000_000 : milliseconds, ...rest)
  return { ...timers, setTimeout: wait }
})

test('the end of a job makes room for the next of its group without a pause', {
  timeout: 60_000,
}, async () => {
  const service = await startService({ ROLE: 'api' })
  const connections = new ConnectionPool(service.database.runtime, 2)
  const done: string[] = []
  const queue: JobQueue = {
    name: 'test',
    slots: 8,
    perGroup: 4,
    retryLimit: 1,
    retryDelay: 1,
    expireInSeconds: 30,
    async run({ record_id }) {
      const turns = Math.random() * 200
      for (let n = 0; n < turns; n += 1) await new Promise((resolve) => setImmediate(resolve))
      done.push(record_id)
    },
  }
  const log = pino({ level: 'silent' })
  const adding = openJobs(service.database.runtime, false, log)
  const working = openJobs(service.database.runtime, true, log)
  onTestFinished(async () => {
    pauses.areLong = false
    await adding.stop()
    await working.stop()
    await connections.close()
    await service.stop()
  })
  await adding.start([queue])
  const ids = Array.from({ length: 200 }, () => newId())
  await transact(connections, (tx) =>
    adding.add(
      tx,
      queue.name,
      ids.map((record_id) => ({ subject: { tenant_id: ROOT_TENANT_ID, record_id }, group: 'one' })),
    ),
  )
  pauses.areLong = true
  await working.start([queue])
  await expect.poll(() => done.length, { timeout: 50_000 }).toBe(ids.length)
  expect(new Set(done)).toEqual(new Set(ids))
})
