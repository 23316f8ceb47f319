import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCopy } from '../scripts/mutants/copy.mjs'
import { startCluster } from './trust/cluster.ts'
import { roll } from './trust/rolling.ts'

const USAGE = 'usage: npx pnpm bench upgrade <commit or tag of the release before> [back]'

/**
 * Upgrades two instances of an earlier release to this one, one after the other, at 200 requests per second; none may fail.
 * With `back`, then replaces the new release by the earlier one again, on the new schema.
 */
export async function upgrade([commit, word]: readonly string[]): Promise<Record<string, unknown>> {
  if (commit === undefined || (word !== undefined && word !== 'back')) throw new Error(USAGE)
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const before = makeCopy(root, commit)
  const cluster = await startCluster(before, { instances: 2, settings: { DRAIN_SECONDS: '2' } })
  const to = (place: string) => [0, 1].map((instance) => ({ instance, root: place }))
  try {
    const countMigrations = async () => {
      const [row] = await cluster.database
        .sql`select count(*)::int as applied from drizzle.__drizzle_migrations`
      return row?.applied
    }
    const migrations = await countMigrations()
    const rolled = await roll(cluster, [...to(root), ...(word === 'back' ? to(before) : [])])
    const { failed, badExits, kinds, requests, longestAnswer, longestDrain } = rolled
    return {
      from: commit,
      migrations: `${migrations} to ${await countMigrations()}`,
      requests,
      failed,
      ...kinds,
      longest_answer_ms: longestAnswer,
      longest_drain_ms: Math.round(longestDrain),
      bad_exits: badExits,
      passed: failed + badExits === 0 && requests > 1_000,
    }
  } finally {
    await cluster.stop()
  }
}
