import { defineConfig } from 'vitest/config'

/** `pnpm record-release`: makes the recording with which the next release is checked. */
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
