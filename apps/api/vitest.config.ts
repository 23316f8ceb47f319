import { defineConfig } from 'vitest/config'

const files = (names: readonly string[]) => names.map((name) => `test/${name}.test.ts`)

/** Files that replace a module, or measure the process that they run in. */
const apart = files([
  'auth/sign-in',
  'generated/every-round-trip',
  'jobs/job-looks',
  'passwords/hasher',
  'passwords/hasher-thread',
  'process/read-pool',
])

/** Files about the limits of a request: they have these limits as they are. */
const limits = files([
  'process/database-errors',
  'process/documented',
  'events/following',
  'security/deadline',
])

/** Files that compare throughputs: nothing else runs beside them. */
const alone = files(['security/body-flood'])

/**
 * A client that is closed while it connects rejects its own question for the types of arrays, which nobody waits for
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
const patient = { setupFiles: ['test/patience.setup.ts', ...usual.setupFiles] }

export default defineConfig({
  test: {
    // A machine that is busy, or stands still for seconds, fails no test: only what never happens takes as long as that.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    onUnhandledError: isOfClosedClient,
    globalSetup: ['test/database.setup.ts'],
    pool: 'forks',
    // More than cores: tests wait for timers, for processes that start, and for PostgreSQL.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          ...patient,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...limits, ...alone],
          // A worker loads the modules once for all of its files.
          isolate: false,
        },
      },
      { extends: true, test: { ...patient, name: 'apart', include: apart } },
      { extends: true, test: { ...usual, name: 'limits', include: limits } },
      {
        extends: true,
        test: { ...patient, name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
