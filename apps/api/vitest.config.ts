import { defineConfig } from 'vitest/config'

/** Files that replace no module and measure nothing of their process: a worker loads the modules once for all of them. */
const sharing = [
  'assets',
  'bulk',
  'census',
  'cmdb',
  'education',
  'generated',
  'locations',
  'system',
  'work',
].map((folder) => `test/${folder}/**/*.test.ts`)

/** Files about the limits of a request: they have these limits as they are. */
const limits = ['process/database-errors', 'events/following', 'security/deadline'].map(
  (file) => `test/${file}.test.ts`,
)

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

const usual = { globalSetup: ['test/database.setup.ts'], setupFiles: ['test/tenant-plans.setup.ts'] }
const patient = { ...usual, setupFiles: ['test/patience.setup.ts', ...usual.setupFiles] }

export default defineConfig({
  test: {
    // A machine that is busy, or stands still for seconds, fails no test: only what never happens takes as long as that.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    onUnhandledError: isOfClosedClient,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { extends: true, test: { ...patient, name: 'areas', include: sharing, isolate: false } },
      { extends: true, test: { ...usual, name: 'limits', include: limits } },
      {
        extends: true,
        test: {
          ...patient,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...sharing, ...limits],
        },
      },
    ],
  },
})
