// `pnpm record-release`: runs the tests and keeps the statements that they send, then records the requests of a client.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'commonhold-statements-'))
const vitest = (...words) =>
  spawnSync('vitest', ['run', ...words], {
    stdio: 'inherit',
    env: { ...process.env, STATEMENTS_FOLDER: folder },
  }).status
try {
  process.exitCode = vitest() || vitest('--config', 'test/release/vitest.config.ts')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
