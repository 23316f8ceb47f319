import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/database.setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
