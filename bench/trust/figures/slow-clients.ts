import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../free-port.ts'
import { median, rounded } from '../../stack.ts'
import { steady } from '../../steady.ts'
import { startCluster } from '../cluster.ts'
import type { Outcome } from '../figure.ts'
import type { Seen } from '../slow-clients.ts'

const CLIENTS = 2_000
const SECONDS = 10
/** What a 99th percentile may be under attack: twice that without, or this many milliseconds. */
const FLOOR = 25
const MOST_LAG = 50
const MOST_MIB = 150
const LONGEST_ANSWER = 8_192

/** What so many slow clients, and bodies that are costly to read, do to the requests of somebody else. */
export async function underSlowClients(root: string, rounds: number): Promise<Outcome> {
  const metricsPort = await freePort()
  const cluster = await startCluster(root, {
    settings: { METRICS_PORT: String(metricsPort), RATE_LIMIT: '0' },
  })
  try {
    const { token } = await cluster.signUp('ada')
    const lag = () => lagOf(`http://127.0.0.1:${metricsPort}/metrics`)
    const memory = () => residentOf(cluster.child(0).pid)
    await steady(cluster.address(), token, SECONDS)
    const before = await memory()
    const found: { alone: number; during: number; errors: number; lag: number; seen: Seen }[] = []
    let most = before
    for (let round = 0; round < rounds; round += 1) {
      const alone = await steady(cluster.address(), token, SECONDS)
      const attack = startAttack(cluster.address())
      // Until all of them have come once: that many connections at once are another attack.
      await wait(3_000)
      await lag()
      const during = await steady(cluster.address(), token, SECONDS)
      const lagDuring = await lag()
      most = Math.max(most, await memory())
      const seen = await attack.stop()
      const errors = alone.errors + during.errors
      found.push({ alone: alone.p99, during: during.p99, errors, lag: lagDuring, seen })
    }
    await wait(30_000)
    const after = await memory()
    const sum = (of: (one: (typeof found)[number]) => number) =>
      found.reduce((total, one) => total + of(one), 0)
    const [alone, during] = [median(found.map((one) => one.alone)), median(found.map((one) => one.during))]
    const longest = Math.max(...found.map(({ seen }) => seen.longest))
    const lagDuring = median(found.map((one) => one.lag))
    const failures = sum(({ seen }) => seen.failures)
    return {
      control: found.every(({ seen }) => seen.slow >= CLIENTS && seen.bombs > 100),
      passed:
        during <= Math.max(2 * alone, FLOOR) &&
        lagDuring <= MOST_LAG &&
        most - before <= MOST_MIB &&
        after - before <= MOST_MIB / 2 &&
        longest <= LONGEST_ANSWER &&
        sum(({ errors }) => errors) + failures === 0,
      numbers: {
        slow_connections: sum(({ seen }) => seen.slow),
        costly_bodies: sum(({ seen }) => seen.bombs),
        longest_answer_bytes: longest,
        answers_500: failures,
        p99_alone_ms: rounded(alone),
        p99_in_attack_ms: rounded(during),
        errors: sum(({ errors }) => errors),
        event_loop_p99_ms: rounded(lagDuring),
        mib_more: Math.round(most - before),
        mib_more_after_30_s: Math.round(after - before),
      },
    }
  } finally {
    await cluster.stop()
  }
}

/** The attacker runs at the lowest priority, as if it had a machine of its own. */
function startAttack(address: string) {
  const script = fileURLToPath(new URL('../slow-clients.ts', import.meta.url))
  const child = spawn('nice', ['-n', '19', process.execPath, script, address, String(CLIENTS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return {
    async stop(): Promise<Seen> {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
      return JSON.parse(output)
    },
  }
}

/** The 99th percentile of the delay of the event loop in milliseconds, since it was last asked for. */
async function lagOf(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

/** The resident size of a process in MiB. */
async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}
