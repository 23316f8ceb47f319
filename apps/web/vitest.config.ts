import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      projects: [
        { extends: true, test: { name: 'unit', include: ['test/unit/*.test.ts'] } },
        {
          extends: true,
          test: {
            name: 'browser',
            include: ['test/browser/*.test.ts'],
            globalSetup: ['test/browser/global-setup.ts'],
            maxWorkers: 2,
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
      ],
    },
  }),
)
