import { setTimeout as wait } from 'node:timers/promises'
import { startAttacker } from '../../attacker.ts'
import { freePort } from '../../free-port.ts'
import { readMetrics } from '../../metrics.ts'
import { median, memoryOf, rounded } from '../../stack.ts'
import { steady } from '../../steady.ts'
import { startCluster } from '../cluster.ts'
import type { Outcome } from '../figure.ts'
import type { Seen } from '../slow-attacker.ts'

const CLIENTS = 2_000
const SECONDS = 10
/**
 * Under attack, the 99th percentile may be twice the value before, or this number of milliseconds. The attacker with its 2,000
 * sockets uses the same cores as the service, which is mostly idle.
 */
const FLOOR = 50
/** Milliseconds between a costly body that was answered and the next one. */
const PAUSE = 50
const MOST_LAG = 50
const MOST_MIB = 150
const LONGEST_ANSWER = 8_192

/** The effect of an attack on the requests of another user in one round. */
interface Attacked {
  /** The 99th percentile of the other user's requests, in milliseconds. */
  readonly p99: number
  readonly errors: number
  /** The 99th percentile of the delay of the event loop, in milliseconds. */
  readonly lag: number
  readonly seen: Seen
}

interface Round {
  readonly alone: number
  readonly slow: Attacked
  readonly costly: Attacked
}

/** Measures the effect of slow clients, and of bodies that are costly to parse, on the requests of another user. */
export async function underSlowClients(root: string, rounds: number): Promise<Outcome> {
  const metricsPort = await freePort()
  const cluster = await startCluster(root, { settings: { METRICS_PORT: String(metricsPort) } })
  try {
    const { token } = await cluster.signUp('ada')
    const { token: attacking } = await cluster.signUp('mallory')
    // The metric covers the time since it was last read.
    const lag = async () => 1_000 * (await readMetrics(metricsPort))('nodejs_eventloop_lag_p99_seconds')
    const memory = () => memoryOf(cluster.child(0), 'VmRSS')
    await steady(cluster.address(), token, SECONDS)
    const before = await memory()
    let most = before
    const watching = setInterval(async () => {
      most = Math.max(most, await memory())
    }, 500)
    const attacked = async (...words: string[]): Promise<Attacked> => {
      const attack = startAttacker('./trust/slow-attacker.ts', cluster.address(), attacking, ...words)
      // Until all slow clients have connected.
      await wait(10_000)
      await lag()
      const { p99, errors } = await steady(cluster.address(), token, SECONDS)
      return { p99, errors, lag: await lag(), seen: JSON.parse(await attack.stop()) }
    }
    const found: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { p99: alone } = await steady(cluster.address(), token, SECONDS)
      found.push({
        alone,
        slow: await attacked(String(CLIENTS)),
        costly: await attacked('0', String(PAUSE)),
      })
    }
    clearInterval(watching)
    await wait(30_000)
    const grown = { most: most - before, after: (await memory()) - before }
    return judge(found, grown)
  } finally {
    await cluster.stop()
  }
}

function judge(found: readonly Round[], grown: { readonly most: number; readonly after: number }): Outcome {
  const costly = found.map((one) => one.costly)
  const answersWith = (of: (status: number) => boolean) =>
    costly
      .flatMap(({ seen }) => Object.entries(seen.statuses))
      .reduce((sum, [status, count]) => sum + (of(Number(status)) ? count : 0), 0)
  const alone = median(found.map((one) => one.alone))
  const slow = median(found.map((one) => one.slow.p99))
  const besideCostly = median(costly.map(({ p99 }) => p99))
  const errors = found.reduce((sum, one) => sum + one.slow.errors + one.costly.errors, 0)
  const lag = Math.max(...found.flatMap((one) => [one.slow.lag, one.costly.lag]))
  const longest = Math.max(...costly.map(({ seen }) => seen.longest))
  const failures = answersWith((status) => status === 500)
  const read = answersWith((status) => [400, 413, 422].includes(status))
  const open = Math.min(...found.map((one) => one.slow.seen.mostOpen))
  return {
    control: open > CLIENTS / 2 && read > 50,
    passed:
      Math.max(slow, besideCostly) <= Math.max(2 * alone, FLOOR) &&
      errors + failures === 0 &&
      lag <= MOST_LAG &&
      longest <= LONGEST_ANSWER &&
      grown.most <= MOST_MIB &&
      grown.after <= MOST_MIB / 2,
    numbers: {
      slow_clients_at_once: open,
      p99_alone_ms: rounded(alone),
      p99_beside_slow_clients_ms: rounded(slow),
      p99_beside_costly_bodies_ms: rounded(besideCostly),
      costly_bodies_read: read,
      answers_500: failures,
      longest_answer_bytes: longest,
      errors_of_others: errors,
      event_loop_p99_ms: rounded(lag),
      mib_more: grown.most,
      mib_more_after_30_s: grown.after,
    },
  }
}
