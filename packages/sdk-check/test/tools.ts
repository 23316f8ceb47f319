import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** This package. */
export const here = fileURLToPath(new URL('..', import.meta.url))

const root = join(here, '..', '..')

/** The package that others install. */
export const contractFolder = join(root, 'packages', 'contract')

/** A new, empty folder for what is generated; git and the linter pass it by. */
export async function emptyFolder(name: string): Promise<string> {
  const folder = join(here, 'dist', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** Programs of Java run for seconds here: compiling them a second time, for speed, costs more than it brings. */
const JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

const bins = [join(here, 'node_modules', '.bin'), join(root, 'node_modules', '.bin')]

/** What a command writes; one that fails says what it wrote. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd = here, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const PATH = [dirname(process.execPath), ...bins, env.PATH ?? process.env.PATH].join(delimiter)
  try {
    const { stdout } = await execute(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', CI: 'true', JAVA_TOOL_OPTIONS, ...env, PATH },
      maxBuffer: 2 ** 26,
    })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed\n${stdout ?? ''}${stderr ?? error}`)
  }
}

/** A compiler as strict as it can be, for what is generated and for those who use the package. */
export const strict = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [] as string[],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  skipLibCheck: false,
  isolatedModules: true,
}
