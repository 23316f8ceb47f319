import { defineConfig } from 'vitest/config'

/** Files that replace no module and measure nothing of their process: a worker loads the modules once for all of them. */
const sharing = ['assets', 'census', 'cmdb', 'education', 'system', 'work'].map(
  (area) => `test/${area}/**/*.test.ts`,
)

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'areas',
          globalSetup: ['test/database.setup.ts'],
          setupFiles: ['test/tenant-plans.setup.ts'],
          include: sharing,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          globalSetup: ['test/database.setup.ts'],
          setupFiles: ['test/tenant-plans.setup.ts'],
          include: ['test/**/*.test.ts'],
          exclude: sharing,
        },
      },
    ],
  },
})
