import { defineConfig } from 'vitest/config'

/** Some tests start a process for each case, which takes long on a busy machine. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
  },
})
