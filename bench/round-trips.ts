import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type DelayedProxy, startDelayedProxy } from './delayed-proxy.ts'
import { everydayOperations, type Operation } from './everyday-operations.ts'
import { median, signUp, startStack } from './stack.ts'

/** Runs of an operation before it is measured: its statements are prepared by then. */
const WARM_UP = 3
const RUNS = 5
/** Milliseconds each way; longer than what an operation does between two statements. */
const DELAY = 15
/** Milliseconds for what a request leaves to be done after its answer. */
const SETTLE = 60

/** The most round trips that each operation may take. */
const limits: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('round-trips.json', import.meta.url), 'utf8'),
)

/**
 * How often each everyday operation waits for the database, counted by a proxy. Fails where an operation takes more round
 * trips than `round-trips.json` says, or is not named there.
 */
export async function roundTrips(): Promise<Record<string, unknown>> {
  const counts: Record<string, number> = {}
  await measure(DELAY, async (name, prepare, proxy) => {
    const found: number[] = []
    for (let n = 0; n < RUNS; n += 1) {
      const run = await prepare()
      await wait(SETTLE)
      proxy.reset()
      await run()
      found.push(proxy.roundTrips)
    }
    counts[name] = median(found)
  })
  const grown = Object.entries(counts).filter(([name, count]) => count > (limits[name] ?? 0))
  return { counts, grown: Object.fromEntries(grown), passed: grown.length === 0 }
}

/** Half the milliseconds that a round trip takes between machines of one data centre with a network between them. */
const LATENCY = 1

/** The median time of each everyday operation in milliseconds, with 2 ms between service and database and without. */
export async function latency(): Promise<Record<string, unknown>> {
  const near = await timesWith(0)
  const far = await timesWith(LATENCY)
  return {
    round_trip_ms: 2 * LATENCY,
    p50_ms: Object.fromEntries(
      Object.entries(far).map(([name, time]) => [name, { far: time, near: near[name] }]),
    ),
  }
}

const TIMED_RUNS = 31

async function timesWith(delay: number): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  await measure(delay, async (name, prepare) => {
    const found: number[] = []
    for (let n = 0; n < TIMED_RUNS; n += 1) {
      const run = await prepare()
      const before = performance.now()
      await run()
      found.push(performance.now() - before)
    }
    times[name] = Math.round(median(found) * 10) / 10
  })
  return times
}

type Measurement = (name: string, prepare: Operation, proxy: DelayedProxy) => Promise<void>

/** Measures each operation on a service whose connections all go through a proxy, once its statements are prepared. */
async function measure(delay: number, measurement: Measurement): Promise<void> {
  const proxies: DelayedProxy[] = []
  const stack = await startStack(async ({ owner }) => {
    const proxy = await startDelayedProxy(owner, delay)
    proxies.push(proxy)
    const { user, password, database } = owner
    return {
      DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`,
      DATABASE_SLOTS: '1',
      // A worker polls, which would be counted.
      ROLE: 'api',
    }
  })
  try {
    const user = await signUp(stack.address, 'bench@example.org')
    const operations = Object.entries(await everydayOperations(stack.address, user))
    for (const [name, prepare] of operations) {
      for (let n = 0; n < WARM_UP; n += 1) await (await prepare())()
      for (const proxy of proxies) await measurement(name, prepare, proxy)
    }
  } finally {
    await stack.stop()
    for (const proxy of proxies) await proxy.stop()
  }
}
