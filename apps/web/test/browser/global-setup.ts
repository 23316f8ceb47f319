import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startStack } from './stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    web: string
    api: string
  }
}

/** Builds the pages as they are shipped, and runs them beside a service for all browser tests. */
export default async function setup(project: TestProject) {
  // A process of its own: under NODE_ENV=test the development build of React would be shipped to the tests.
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  const stack = await startStack()
  project.provide('web', stack.web)
  project.provide('api', stack.api)
  return () => stack.stop()
}
