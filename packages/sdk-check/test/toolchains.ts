import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'
import { here, run } from './tools.ts'

const requirements = join(here, 'test', 'round-trips', 'python', 'requirements.txt')

/** The environment of a shell in which the Python tools are at hand; installed once for each list of them. */
export async function pythonTools(): Promise<{ PATH: string }> {
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
  const folder = join(here, 'node_modules', '.cache', 'sdk-check', `python-${digest.slice(0, 12)}`)
  const installed = join(folder, 'installed')
  if (!existsSync(installed)) {
    await rm(folder, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--requirement', requirements])
    await writeFile(installed, '')
  }
  return { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` }
}

/** What must be fetched first: a machine without a network does without the test, CI does not. */
export async function fetched<T>(context: TestContext, what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (process.env.CI) throw error
    return context.skip(`not run: ${what} could not be had`)
  }
}

/** Does without the test where a machine lacks one of the tools, and says so. */
export async function needs(context: TestContext, tools: Readonly<Record<string, readonly string[]>>) {
  for (const [tool, args] of Object.entries(tools)) {
    const isThere = await run(tool, args).then(
      () => true,
      () => false,
    )
    if (!isThere) context.skip(`not run: this machine has no ${[tool, ...args].join(' ')}`)
  }
}
