import { defineConfig } from 'vitest/config'

/** Some tests start a process for each case, which takes long on a machine that is busy otherwise. */
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 2 },
})
