import { defineConfig } from 'vitest/config'

/** All tests share one service. Timeouts are long, because generators and compilers are slow on a busy machine. */
export default defineConfig({
  test: {
    // `pnpm sdks` runs all clients; other runs leave out those that take long.
    include:
      process.env.SDKS === 'all'
        ? ['test/**/{round-trips,*-languages,package}*.test.ts', 'test/schemathesis.test.ts']
        : ['test/*.test.ts'],
    globalSetup: ['test/service.setup.ts', 'test/outside.setup.ts', 'test/python.setup.ts'],
    testTimeout: process.env.SDKS === 'all' ? 1_800_000 : 600_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    unstubEnvs: true,
    clearMocks: true,
  },
})
