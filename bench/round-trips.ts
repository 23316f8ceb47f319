import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const api = fileURLToPath(new URL('../apps/api', import.meta.url))

/** Runs the test that counts the database round trips of each operation, and that fails if an operation has more than before. */
export async function roundTrips(): Promise<{ passed: boolean }> {
  const words = ['run', 'test/generated/every-round-trip.test.ts']
  const { status } = spawnSync(join(api, 'node_modules/.bin/vitest'), words, { cwd: api, stdio: 'inherit' })
  return { passed: status === 0 }
}
