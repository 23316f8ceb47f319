import { defineConfig } from 'vitest/config'

/** The configuration of `pnpm record-release`, which creates the recording that the next release is checked with. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/release/record.ts'],
    globalSetup: ['test/database.setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})
