import { defineConfig } from 'vitest/config'

/** One service for all; generators and compilers take their time on a machine that is busy otherwise. */
export default defineConfig({
  test: {
    // `pnpm sdks` runs the clients, those that take long among them; every other run leaves the long ones out.
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
