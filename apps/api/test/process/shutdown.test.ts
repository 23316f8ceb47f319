import { expect, test } from 'vitest'
import { atOnce } from '../auth/instances.ts'
import { repeated } from '../repeated.ts'
import { type Reply, send } from '../security/send.ts'
import { startUntilWaiting } from '../waiting.ts'
import { type Child, startProcess, statusOf } from './child.ts'
import { type Gate, migratedDatabase } from './gate.ts'
import { served, signedUp } from './served.ts'

interface Started {
  readonly child: Child
  readonly address: string
  readonly gate: Gate
  readonly call: (request: string, json?: object) => Promise<Reply>
}

async function started(drainSeconds: string, settings: Record<string, string> = {}): Promise<Started> {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url, DRAIN_SECONDS: drainSeconds, ...settings })
  const address = await child.ready
  const account = { email: 'ada@example.org', password: 'a password for tests' }
  const token = await signedUp(address, account)
  return {
    child,
    address,
    gate,
    call: (request, json) => send(address, request, { token, ...(json ? { json } : {}) }),
  }
}

/** Sends a request that waits for a lock, runs `work` meanwhile, and then releases the lock. */
const whileUnderWay = ({ gate, call }: Started, work: () => Promise<unknown>) =>
  gate.sql.begin(async (tx) => {
    await tx`lock table asset_models in exclusive mode`
    const { answer } = await startUntilWaiting(gate.sql, () => call('POST /asset-models', model('Under way')))
    await work()
    return { answer }
  })
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** Seconds of the drain window: longer than a machine pauses. */
const WINDOW = '10'
const model = (name: string) => ({ name, tracking_type: 'countable' })

test('on SIGTERM it is unready first, serves through the drain window, and ends with 0', async () => {
  const service = await started(WINDOW)
  service.child.process.kill('SIGTERM')
  await expect.poll(() => statusOf(`${service.address}/readyz`), { interval: 20 }).toBe(503)
  expect(await statusOf(`${service.address}/livez`)).toBe(200)
  const late = await served(() => service.call('POST /asset-models', model('Late')))
  expect([late.status, late.headers.get('connection')]).toEqual([201, 'close'])
  expect(await service.child.exit).toBe(0)
  expect(await statusOf(`${service.address}/livez`)).toBe(0)
})

/** Loaded before the service: makes a signal throw an error that nothing catches. */
const throwing = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new TypeError('a fault') })")}`

test('on an error that nobody catches it logs it, finishes a request under way, and ends with 1', async () => {
  const failed = async () => {
    const service = await started('0', { NODE_OPTIONS: `--import=${throwing}` })
    const { answer } = await whileUnderWay(service, async () => {
      service.child.process.kill('SIGUSR2')
      await expect.poll(() => service.child.stdout()).toContain('uncaught')
    })
    return { service, status: (await answer).status }
  }
  // On a machine that pauses for seconds, the request may exceed its time limit.
  const { service, status } = await repeated(failed, (one) => one.status !== 503)
  expect([status, await service.child.exit]).toEqual([201, 1])
  const lines = service.child.stdout().trim().split('\n')
  const fatal = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'uncaught')
  expect(fatal).toMatchObject({ level: 60, type: 'TypeError', stack: expect.stringContaining('fault') })
})

test.each([1, 2, 3])(
  'a request under way is finished, whatever number of signals come: %d',
  async (signals) => {
    const stopped = async () => {
      const service = await started('0')
      const { answer } = await whileUnderWay(service, async () => {
        for (let n = 0; n < signals; n += 1) {
          service.child.process.kill(n === 1 ? 'SIGINT' : 'SIGTERM')
          await pause(100)
        }
      })
      return { service, status: (await answer).status }
    }
    // On a machine that pauses for seconds, the request may exceed its time limit.
    const { service, status } = await repeated(stopped, (one) => one.status !== 503)
    expect(status).toBe(201)
    expect(await service.child.exit).toBe(0)
    const [row] = await service.gate.sql.begin(async (tx) => {
      await tx`select commonhold_select_tenant((select id from tenants where slug = 'default'))`
      return tx`select count(*)::int as models from asset_models`
    })
    expect(row?.models).toBe(1)
  },
)

test('keep-alive connections do not delay it', async () => {
  const service = await started('0')
  await atOnce(20, () => service.call('GET /me'))
  service.child.process.kill('SIGTERM')
  // The service keeps such a connection open for 65 seconds.
  const late = pause(55_000).then(() => 'late')
  expect(await Promise.race([service.child.exit, late])).toBe(0)
})

test('under load nobody who stops at the first unready answer sees a failure', async () => {
  const stopped = async () => {
    const service = await started(WINDOW)
    const failures: (number | string)[] = []
    let isReady = true
    const caller = async () => {
      while (isReady) {
        const outcome = await service.call('GET /me').then(({ status }) => status, String)
        if (outcome !== 200) failures.push(outcome)
      }
    }
    const balancer = async () => {
      while (isReady) {
        isReady = (await statusOf(`${service.address}/readyz`)) === 200
        await pause(100)
      }
    }
    const callers = atOnce(8, caller)
    const watching = balancer()
    await pause(300)
    service.child.process.kill('SIGTERM')
    await Promise.all([watching, callers])
    expect(await service.child.exit).toBe(0)
    return failures
  }
  expect(await repeated(stopped, (failures) => failures.length === 0)).toEqual([])
})
