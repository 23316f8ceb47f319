import { accessSync } from 'node:fs'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import vite from './vite.config.ts'

/** Files that take longest. */
const long = ['role-moves', 'settings', 'people', 'roles', 'jobs', 'work'].map(
  (name) => `/test/browser/${name}.test.ts`,
)
for (const name of long) accessSync(import.meta.dirname + name)

/** The longest files run first: otherwise one worker would wait at the end while the other works on them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((end) => moduleId.endsWith(end))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      sequence: { sequencer: LongestFirst },
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
            // More than cores: half of the time a browser waits for an answer or a timer.
            maxWorkers: 3,
            // Each step has a separate time-out. These limits bound the number of steps on a slow machine.
            testTimeout: 300_000,
            hookTimeout: 300_000,
            expect: { poll: { timeout: 30_000 } },
          },
        },
      ],
    },
  }),
)
