import { setTimeout as wait } from 'node:timers/promises'
import { startAttacker } from './attacker.ts'
import { median, rounded, signUp, startStack } from './stack.ts'
import { type Percentiles, steady } from './steady.ts'

const SECONDS = 8
/** Default number of connections of the attacker. */
const CONNECTIONS = 64
const ROUNDS = 3
/** Seconds of flood before the first round, so that V8 has compiled the code. */
const WARM_UP = 4
/** A p99 below this passes, whatever the baseline was. */
const FLOOR_MS = 25

/**
 * Measures `GET /me` at a steady rate, alternately alone and during a flood of wrong passwords, at the service in the
 * checkout `root`. `passed`: its p99 in the flood is at most max(2 x baseline, 25 ms), median of the rounds.
 */
export async function signInFlood(root?: string, count = ROUNDS, connections = CONNECTIONS) {
  const stack = await startStack(undefined, root)
  try {
    const { token } = await signUp(stack.address, 'steady@example.org')
    const rounds: { baseline: Percentiles; flood: Percentiles; signIns: number }[] = []
    const flooding = () => startAttacker('./flood.ts', stack.address, String(connections))
    const first = flooding()
    await steady(stack.address, token, WARM_UP)
    await first.stop()
    const before = await stack.memory()
    const unhindered = flooding()
    await wait(SECONDS * 1_000)
    const alone = Number(await unhindered.stop()) / SECONDS
    for (let round = 1; round <= count; round += 1) {
      const baseline = await steady(stack.address, token, SECONDS)
      const flood = flooding()
      const during = await steady(stack.address, token, SECONDS)
      const signIns = Number(await flood.stop()) / SECONDS
      rounds.push({ baseline, flood: during, signIns })
      process.stdout.write(
        `${round}/${count}: p50 ${rounded(baseline.p50)} and p99 ${rounded(baseline.p99)} ms alone, ${rounded(during.p50)} and ${rounded(during.p99)} ms in the flood of ${Math.round(signIns)} compared passwords/s\n`,
      )
    }
    const baseline = median(rounds.map((round) => round.baseline.p99))
    const flood = median(rounds.map((round) => round.flood.p99))
    return {
      baseline_p99_ms: rounded(baseline),
      flood_p99_ms: rounded(flood),
      allowed_p99_ms: rounded(Math.max(2 * baseline, FLOOR_MS)),
      p50_ratio: rounded(median(rounds.map((round) => round.flood.p50 / round.baseline.p50))),
      errors: rounds.reduce((sum, round) => sum + round.baseline.errors + round.flood.errors, 0),
      passed: flood <= Math.max(2 * baseline, FLOOR_MS),
      signInsPerSecond: Math.round(median(rounds.map((round) => round.signIns))),
      /** The ratio to the passwords that are compared per second without other requests. */
      signInsShare: rounded(median(rounds.map((round) => round.signIns)) / alone),
      rss_mib_more: (await stack.peakMemory()) - before,
    }
  } finally {
    await stack.stop()
  }
}
