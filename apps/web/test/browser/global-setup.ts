import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { startStack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    web: string
    api: string
  }
}

/** Builds the pages as they are shipped, and runs them beside a service for all browser tests. */
export default async function setup(project: TestProject) {
  await build({ root: fileURLToPath(new URL('../..', import.meta.url)), logLevel: 'warn' })
  const stack = await startStack()
  project.provide('web', stack.web)
  project.provide('api', stack.api)
  return () => stack.stop()
}
