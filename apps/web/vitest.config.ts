import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['test/unit/*.test.ts'],
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'browser',
            include: ['test/browser/*.test.ts'],
            globalSetup: ['test/browser/global-setup.ts'],
            maxWorkers: 2,
            // Each step gives up by itself: these bound only how many steps a slow machine may take.
            testTimeout: 300_000,
            hookTimeout: 300_000,
            expect: { poll: { timeout: 30_000 } },
          },
        },
      ],
    },
  }),
)
