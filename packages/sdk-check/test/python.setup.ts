import { pythonTools } from './toolchains.ts'

/** Installs the Python packages before tests that need them run at once; a test says what is missing where this fails. */
export default async function setup() {
  await pythonTools().catch(() => undefined)
}
