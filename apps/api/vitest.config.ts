import { defineConfig } from 'vitest/config'

const files = (names: readonly string[]) => names.map((name) => `test/${name}.test.ts`)

/** Test files that replace a module, or measure the process that they run in: each runs in a separate process. */
const apart = files([
  'auth/sign-in',
  'generated/every-round-trip',
  'jobs/job-polls',
  'passwords/hasher',
  'passwords/hasher-thread',
  'process/read-pool',
])

/** Test files about the limits of requests: the setup file that raises the limits is left out. */
const limits = files([
  'process/database-errors',
  'process/documented',
  'events/following',
  'security/deadline',
  'bulk/bulk-deadline',
])

/** Test files that compare throughputs: nothing else runs beside them. */
const alone = files(['security/body-flood'])

/**
 * A client that is closed while it connects rejects its own query for array types, which nothing awaits
 * (https://github.com/porsager/postgres/blob/v3.4.9/src/connection.js#L768). The process of the service logs that, too.
 */
function isOfClosedClient(error: object): boolean | undefined {
  const isExpected =
    'code' in error &&
    /^CONNECTION_(DESTROYED|ENDED|CLOSED)$/.test(String(error.code)) &&
    'query' in error &&
    /^\s*select b\.oid, b\.typarray\s/.test(String(error.query))
  return isExpected ? false : undefined
}

const usual = { setupFiles: ['test/tenant-plans.setup.ts'] }
/** Node itself loads the files, as when the service runs, which needs less CPU time than Vite's module runner. */
const native = { experimental: { viteModuleRunner: false } }
const patient = { setupFiles: ['test/patience.setup.ts', ...usual.setupFiles] }

export default defineConfig({
  test: {
    // High limits, so that no test fails because the machine is busy: only a test that hangs takes this long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    onUnhandledError: isOfClosedClient,
    globalSetup: ['test/database.setup.ts'],
    pool: 'forks',
    // More workers than CPU cores, because tests wait for timers, for processes that start, and for PostgreSQL.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          ...patient,
          ...native,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...limits, ...alone],
          // A worker loads the modules once for all of its files.
          isolate: false,
        },
      },
      // Only Vite's module runner can replace built-in modules of Node.
      { extends: true, test: { ...patient, name: 'apart', include: apart } },
      { extends: true, test: { ...usual, ...native, name: 'limits', include: limits } },
      {
        extends: true,
        test: {
          ...patient,
          ...native,
          name: 'alone',
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
