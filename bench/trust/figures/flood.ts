import { signInFlood } from '../../sign-in-flood.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

const MOST_P50_RATIO = 1.2
/** The least ratio to the passwords that are compared per second without other requests. */
const LEAST_SHARE = 0.8
const MOST_MIB_MORE = 100

/** Figure 6: a flood of wrong passwords does not slow other users down. */
export const flood: Figure = {
  number: 6,
  name: 'Sign-in flood',
  goal: `64 attackers, in full 200 as well: p50 of others at most ${MOST_P50_RATIO} times, p99 at most max(2 times, 25 ms), 0 errors, at least ${LEAST_SHARE} of the comparisons without others, at most ${MOST_MIB_MORE} MiB more`,
  defects: [
    {
      name: 'passwords are hashed where the service computes everything else',
      folder: 'apps/api',
      file: 'src/auth/passwords/hasher.ts',
      find: "verify: async (phc, password) => (await run({ kind: 'verify', phc, password })) === true,",
      replace:
        "verify: async (_, password) => (await import('@node-rs/argon2')).hashSync(password, { memoryCost: 19456, timeCost: 2, parallelism: 1 }) === '',",
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const numbers: Record<string, number> = {}
    let [control, passed] = [true, true]
    for (const attackers of size === 'full' ? [64, 200] : [64]) {
      const found = await signInFlood(root, bySize(size, 1, 3, 5), attackers)
      control &&= found.signInsPerSecond > 0
      passed &&=
        found.passed &&
        found.errors === 0 &&
        found.p50_ratio <= MOST_P50_RATIO &&
        found.signInsShare >= LEAST_SHARE &&
        found.rss_mib_more <= MOST_MIB_MORE
      Object.assign(numbers, {
        [`p50_ratio_with_${attackers}`]: found.p50_ratio,
        [`p99_alone_ms_with_${attackers}`]: found.baseline_p99_ms,
        [`p99_in_flood_ms_with_${attackers}`]: found.flood_p99_ms,
        [`errors_with_${attackers}`]: found.errors,
        [`compared_per_second_with_${attackers}`]: found.signInsPerSecond,
        [`share_of_unhindered_comparisons_with_${attackers}`]: found.signInsShare,
        [`mib_more_with_${attackers}`]: found.rss_mib_more,
      })
    }
    return { control, passed, numbers }
  },
}
