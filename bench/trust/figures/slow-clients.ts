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
 * What a 99th percentile may be under attack: twice that without, or this many milliseconds. The attacker and its 2,000
 * sockets share the cores of the service, which is idle most of the time meanwhile.
 */
const FLOOR = 50
/** A pause in milliseconds after each costly body; a request ends only when it was answered. */
const PAUSE = 50
const MOST_LAG = 50
const MOST_MIB = 150
const LONGEST_ANSWER = 8_192

/** What an attack has done to somebody else's requests in one round. */
interface Attacked {
  /** Their 99th percentile in milliseconds. */
  readonly p99: number
  readonly errors: number
  /** The 99th percentile of the delay of the event loop. */
  readonly lag: number
  readonly seen: Seen
}

interface Round {
  readonly alone: number
  readonly slow: Attacked
  readonly costly: Attacked
}

/** What so many slow clients, and bodies that are costly to read, do to the requests of somebody else. */
export async function underSlowClients(root: string, rounds: number): Promise<Outcome> {
  const metricsPort = await freePort()
  const cluster = await startCluster(root, { settings: { METRICS_PORT: String(metricsPort) } })
  try {
    const { token } = await cluster.signUp('ada')
    const { token: attacking } = await cluster.signUp('mallory')
    // Since it was last read.
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
      // Until all slow clients have come.
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
