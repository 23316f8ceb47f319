import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { transact } from '../../src/http/service.ts'
import type { JobQueue } from '../../src/jobs/job-queue.ts'
import { type Jobs, openJobs } from '../../src/jobs/jobs.ts'
import { COMPILED } from '../process/child.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup } from '../world.ts'
import { POISON, slowQueue } from './slow-queue.ts'

let service: TestService
let operator: TestUser
let connections: ConnectionPool
let jobs: Jobs
beforeAll(async () => {
  service = await startService({ ROLE: 'api' })
  operator = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
  connections = new ConnectionPool(service.database.runtime, 2)
  jobs = openJobs(service.database.runtime, false, pino({ level: 'silent' }))
  await jobs.start([slowQueue(() => {})])
})
afterAll(async () => {
  await jobs.stop()
  await connections.close()
  await service.stop()
})

const subjectOf = (record_id: string) => ({ tenant_id: ROOT_TENANT_ID, record_id })
const add = (ids: readonly string[], group?: string, queue = 'test') =>
  transact(connections, (tx) =>
    jobs.add(
      tx,
      queue,
      ids.map((id) => ({ subject: subjectOf(id), ...(group ? { group } : {}) })),
    ),
  )
const listed = () => operator.client.operator.jobs.list({ queue: ['test'] })

/** Starts a process that works on the queue. `begun` lists the records of the jobs that it has begun. */
async function startWorker(
  settings: Record<string, string> = {},
): Promise<{ process: ChildProcess; begun: string[] }> {
  const child = fork(join(import.meta.dirname, 'worker-process.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      TARGET: JSON.stringify(service.database.runtime),
      ...settings,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const begun: string[] = []
  const ready = once(child, 'message')
  child.on('message', (message) => {
    if (message !== 'ready') begun.push(String(message))
  })
  await ready
  return { process: child, begun }
}

test('jobs of a rolled back transaction do not exist', async () => {
  const failed = transact(connections, async (tx) => {
    await jobs.add(tx, 'test', [{ subject: subjectOf(newId()) }])
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await listed()).toEqual([])
})

test('jobs outlive a worker that is killed under work, and a worker that is asked to stop finishes its own', async () => {
  const ids = Array.from({ length: 8 }, () => newId())
  await add(ids)
  const killed = await startWorker({ ENDLESS: 'yes' })
  await expect.poll(() => killed.begun.length).toBeGreaterThan(3)
  killed.process.kill('SIGKILL')
  await once(killed.process, 'exit')
  expect((await listed()).filter(({ state }) => state === 'running').length).toBeGreaterThan(0)
  // Skips the minute after which a job counts as lost.
  await service.database
    .sql`update pgboss.job set started_on = started_on - interval '2 minutes' where state = 'active'`
  const second = await startWorker()
  await expect.poll(async () => (await listed()).length, { interval: 250 }).toBe(0)
  expect(new Set([...killed.begun, ...second.begun])).toEqual(new Set(ids))
  const last = newId()
  await add([last])
  await expect.poll(() => second.begun).toContain(last)
  second.process.kill('SIGTERM')
  expect(await once(second.process, 'exit')).toEqual([0, null])
  expect(await listed()).toEqual([])
})

test('a job that always fails ends in the list of operators with its error, holds up no other, and can be retried', async () => {
  const worker = await startWorker()
  const good = newId()
  await add([POISON, good])
  await expect
    .poll(async () => (await listed()).map(({ state }) => state), { interval: 250 })
    .toEqual(['failed'])
  expect(worker.begun.filter((id) => id === good)).toHaveLength(1)
  const [failed] = await operator.client.operator.jobs.list({ state: ['failed'], queue: ['test'] })
  expect(failed).toMatchObject({
    queue: 'test',
    tries: 3,
    tenant_id: ROOT_TENANT_ID,
    record_id: POISON,
    failure: 'Error: cannot be done',
  })
  const idsOf = async (tenant: string) =>
    (await operator.client.operator.jobs.list({ tenant_id: [tenant], queue: ['test'] })).map(({ id }) => id)
  expect([await idsOf(ROOT_TENANT_ID), await idsOf(newId())]).toEqual([[failed?.id], []])
  worker.process.kill('SIGTERM')
  await once(worker.process, 'exit')
  const job_id = failed?.id ?? ''
  expect(await operator.client.operator.jobs.retry({ job_id })).toMatchObject({ state: 'waiting' })
  const again = await operator.client.operator.jobs.retry.safe({ job_id })
  expect(again).toMatchObject({ ok: false, error: { status: 409, code: 'invalid_transition' } })
})

test('at most as many jobs of a group run at once as the queue says', async () => {
  const worker = openJobs(service.database.runtime, true, pino({ level: 'silent' }))
  const release = Promise.withResolvers<void>()
  onTestFinished(() => {
    release.resolve()
    return worker.stop()
  })
  const begun: string[] = []
  const grouped: JobQueue = {
    name: 'grouped',
    slots: 4,
    perGroup: 2,
    retryLimit: 0,
    retryDelay: 1,
    expireInSeconds: 600,
    run({ record_id }) {
      begun.push(record_id)
      return release.promise
    },
  }
  await jobs.start([grouped])
  const ids = Array.from({ length: 4 }, () => newId())
  await add(ids, 'one', 'grouped')
  await worker.start([grouped])
  await expect.poll(() => begun.length).toBe(2)
  // Longer than the interval at which the worker polls.
  await wait(1_500)
  expect(begun).toHaveLength(2)
  release.resolve()
  await expect.poll(() => begun.toSorted()).toEqual(ids.toSorted())
})

test('what a process has claimed and cannot begin is for others after a moment', async () => {
  const release = Promise.withResolvers<void>()
  const claiming = (begun: string[]): JobQueue => ({
    name: 'claimed',
    slots: 8,
    perGroup: 1,
    prefetch: 3,
    retryLimit: 0,
    retryDelay: 1,
    expireInSeconds: 600,
    run({ record_id }) {
      begun.push(record_id)
      return release.promise
    },
  })
  const [first, second] = [[], []] as [string[], string[]]
  const workers = [first, second].map(() =>
    openJobs(service.database.runtime, true, pino({ level: 'silent' })),
  )
  onTestFinished(async () => {
    release.resolve()
    await Promise.all(workers.map((worker) => worker.stop()))
  })
  await jobs.start([claiming([])])
  const ids = Array.from({ length: 3 }, () => newId())
  await add(ids, 'one', 'claimed')
  const claimed = () =>
    service.database.sql`select from pgboss.job where name = 'claimed' and state = 'active'`
  await workers[0]?.start([claiming(first)])
  await expect.poll(async () => (await claimed()).length, { interval: 20 }).toBe(3)
  await workers[1]?.start([claiming(second)])
  await expect.poll(() => second.length).toBe(1)
  expect(first).toHaveLength(1)
  release.resolve()
  await expect.poll(() => [...first, ...second].toSorted()).toEqual(ids.toSorted())
})

test('many older jobs of a group do not keep one of another waiting', async () => {
  const older = Array.from({ length: 100 }, () => newId())
  const other = newId()
  await add(older, 'crowd')
  await add([other], 'other')
  const worker = await startWorker()
  await expect.poll(() => worker.begun).toContain(other)
  expect(worker.begun.indexOf(other)).toBeLessThanOrEqual(4)
  worker.process.kill('SIGTERM')
  await once(worker.process, 'exit')
  await service.database.sql`delete from pgboss.job where name = 'test'`
})

test('a tenant has its share of the slots, and what is given back for it loses no try', async () => {
  const worker = openJobs(service.database.runtime, true, pino({ level: 'silent' }))
  const release = Promise.withResolvers<void>()
  onTestFinished(() => {
    release.resolve()
    return worker.stop()
  })
  const begun: string[] = []
  const shared: JobQueue = {
    name: 'shared',
    slots: 8,
    perGroup: 2,
    perTenant: 3,
    retryLimit: 1,
    retryDelay: 1,
    expireInSeconds: 60,
    run({ record_id }) {
      begun.push(record_id)
      return release.promise
    },
  }
  await jobs.start([shared])
  const [crowd, other] = [newId(), newId()]
  const addTo = (tenant_id: string, group: string) =>
    transact(connections, (tx) =>
      jobs.add(tx, 'shared', [{ subject: { tenant_id, record_id: `${group}${begun.length}` }, group }]),
    )
  for (const group of ['a', 'b', 'c', 'a', 'b', 'c']) await addTo(crowd, group)
  await addTo(other, 'd')
  await worker.start([shared])
  await expect.poll(() => begun.map(([group]) => group).sort()).toEqual(['a', 'b', 'c', 'd'])
  const waiting = () => service.database.sql`
    select state::text, retry_count, started_on from pgboss.job where name = 'shared' and state <> 'active'`
  await expect
    .poll(async () => (await waiting()).map((one) => ({ ...one })))
    .toEqual(Array.from({ length: 3 }, () => ({ state: 'created', retry_count: 0, started_on: null })))
  release.resolve()
  await expect.poll(() => begun.length).toBe(7)
})

test('a job that never ends gives its slot back when its time is over', async () => {
  const log = pino({ level: 'silent' })
  const worker = openJobs(service.database.runtime, true, log)
  onTestFinished(() => worker.stop())
  const done: string[] = []
  const stuck: JobQueue = {
    name: 'stuck',
    slots: 1,
    retryLimit: 0,
    retryDelay: 1,
    expireInSeconds: 1,
    run: ({ record_id }) =>
      record_id === POISON ? new Promise(() => {}) : Promise.resolve(void done.push(record_id)),
  }
  await worker.start([stuck])
  const good = newId()
  for (const id of [POISON, good])
    await transact(connections, (tx) => worker.add(tx, 'stuck', [{ subject: subjectOf(id) }]))
  await expect.poll(() => done).toEqual([good])
})

test('nobody but operators sees jobs', async () => {
  const user = await service.signUp()
  const refused = { ok: false, error: { status: 403, code: 'permission_denied' } }
  expect(await user.client.operator.jobs.list.safe({})).toMatchObject(refused)
  expect(
    await user.client.operator.jobs.retry.safe({ job_id: '0b2f8a52-93a4-4c53-9d0f-6a4f1c1f7a10' }),
  ).toMatchObject(refused)
  for (const job_id of ['0b2f8a52-93a4-4c53-9d0f-6a4f1c1f7a10', newId()])
    expect(await operator.client.operator.jobs.retry.safe({ job_id })).toMatchObject({
      error: { status: 404, code: 'not_found' },
    })
})

test('a process that ends takes no more jobs, and can still add some', async () => {
  const ran: string[] = []
  const ending = openJobs(service.database.runtime, true, pino({ level: 'silent' }))
  onTestFinished(() => ending.stop())
  await ending.start([slowQueue(({ record_id }) => void ran.push(record_id))])
  await ending.stopWorking()
  const id = newId()
  await transact(connections, (tx) => ending.add(tx, 'test', [{ subject: subjectOf(id) }]))
  // Longer than a worker waits between two looks at its queue.
  await wait(1_500)
  expect(ran).toEqual([])
  const { begun, process } = await startWorker()
  await expect.poll(() => begun).toContain(id)
  process.kill()
})
