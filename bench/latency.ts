import { type DelayedProxy, startDelayedProxy } from './delayed-proxy.ts'
import { everydayOperations } from './everyday-operations.ts'
import { sizesOf } from './sizes.ts'
import { median, signUp, startStack } from './stack.ts'

/** Runs of an operation before it is measured, so that its statements are prepared. */
const WARM_UP = 3
const RUNS = 31
/** Between two machines of one data centre. */
const USUAL = { round_trip_ms: 2 }

/**
 * The median time of each everyday operation in milliseconds, with and without network latency between service and
 * database. On a busy machine, set a longer `round_trip_ms` to make the difference visible.
 */
export async function latency(words: readonly string[]): Promise<Record<string, unknown>> {
  const { round_trip_ms } = sizesOf(words, USUAL)
  const near = await timesWith(0)
  const far = await timesWith(round_trip_ms / 2)
  return {
    round_trip_ms,
    p50_ms: Object.fromEntries(
      Object.entries(far).map(([name, time]) => [name, { far: time, near: near[name] }]),
    ),
  }
}

/** Measures each operation on a service that reaches its database through a proxy. */
async function timesWith(delay: number): Promise<Record<string, number>> {
  const proxies: DelayedProxy[] = []
  const stack = await startStack(async ({ owner }) => {
    const proxy = await startDelayedProxy(owner, delay)
    proxies.push(proxy)
    const { user, password, database } = owner
    return {
      DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`,
      DATABASE_SLOTS: '1',
      // A worker polls the database and would use the only connection.
      ROLE: 'api',
    }
  })
  try {
    const times: Record<string, number> = {}
    const user = await signUp(stack.address, 'bench@example.org')
    for (const [name, prepare] of Object.entries(await everydayOperations(stack.address, user))) {
      for (let n = 0; n < WARM_UP; n += 1) await (await prepare())()
      const found: number[] = []
      for (let n = 0; n < RUNS; n += 1) {
        const run = await prepare()
        const before = performance.now()
        await run()
        found.push(performance.now() - before)
      }
      times[name] = Math.round(median(found) * 10) / 10
    }
    return times
  } finally {
    await stack.stop()
    for (const proxy of proxies) await proxy.stop()
  }
}
