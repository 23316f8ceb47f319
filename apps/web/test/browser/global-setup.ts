import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startStack } from './stack.ts'

const turbo = fileURLToPath(new URL('../../../../node_modules/.bin/turbo', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    web: string
    api: string
  }
}

/** Builds the pages as they are shipped, unless they are up to date, and runs them beside a service for all browser tests. */
export default async function setup(project: TestProject) {
  execFileSync(turbo, ['run', 'build', '--filter=@commonhold/web', '--output-logs=errors-only'], {
    stdio: 'inherit',
  })
  const stack = await startStack()
  project.provide('web', stack.web)
  project.provide('api', stack.api)
  return () => stack.stop()
}
