import { pythonTools } from './toolchains.ts'

/** Installs the Python packages before tests use them in parallel. If it fails, each such test reports what is missing. */
export default async function setup() {
  await pythonTools().catch(() => undefined)
}
