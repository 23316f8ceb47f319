import { startCluster } from '../cluster.ts'
import { bySize, type Defect, type Figure, type Outcome } from '../figure.ts'
import { type Rolled, roll } from '../rolling.ts'
import { startTogether } from './simultaneous-starts.ts'

const INSTANCES = 2
const LONGEST_DRAIN = 10_000

/** Enough rounds to find the defect: on an idle machine, some of them succeed without the lock. */
const ROUNDS_WITHOUT_LOCK = 10
const withoutLock: Defect = {
  name: 'migrations take no lock',
  folder: 'apps/api',
  file: 'src/db/migrate.ts',
  find: 'await lock(client)',
  replace: '',
}

/** Figure 9: no request fails during rolling restarts, and instances can start together on an empty database. */
export const restarts: Figure = {
  number: 9,
  name: 'Restarts',
  goal: 'rolling SIGTERM at 200 requests/s: 0 failed, exit 0, drain within 10 s, eight starts at once on empty databases: 0 failed',
  defects: [
    {
      name: 'the listener closes at once',
      folder: 'apps/api',
      file: 'src/start.ts',
      find: 'await wait(settings.DRAIN_SECONDS * 1_000)',
      replace: 'await wait(0)',
    },
    withoutLock,
  ],
  async measure(root, size, defect): Promise<Outcome> {
    const cluster = await startCluster(root, { instances: INSTANCES, settings: { DRAIN_SECONDS: '1' } })
    const count = bySize(size, 4, 8, 200)
    const rounds = defect === withoutLock ? ROUNDS_WITHOUT_LOCK : bySize(size, 0, 1, 50)
    let rolled: Rolled
    try {
      rolled = await roll(
        cluster,
        Array.from({ length: count }, (_, n) => ({ instance: n % INSTANCES })),
      )
    } finally {
      await cluster.stop()
    }
    const starts = await startTogether(root, rounds)
    return {
      control: rolled.requests > count * 200,
      passed: rolled.failed + rolled.badExits + starts.failed === 0 && rolled.longestDrain <= LONGEST_DRAIN,
      numbers: {
        restarts: count,
        requests: rolled.requests,
        failed: rolled.failed,
        ...rolled.kinds,
        longest_answer_ms: rolled.longestAnswer,
        bad_exits: rolled.badExits,
        longest_drain_ms: Math.round(rolled.longestDrain),
        starts: starts.starts,
        failed_starts: starts.failed,
      },
    }
  },
}
