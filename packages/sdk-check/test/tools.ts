import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The folder of this package. */
export const here = fileURLToPath(new URL('..', import.meta.url))

const root = join(here, '..', '..')

/** The folder of the contract package. */
export const contractFolder = join(root, 'packages', 'contract')

/** Makes an empty folder for generated files; git and the linter ignore it. */
export async function emptyFolder(name: string): Promise<string> {
  const folder = join(here, 'dist', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** Java programs run only for seconds here, so the optimizing second compiler costs more time than it saves. */
const JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

const bins = [join(here, 'node_modules', '.bin'), join(root, 'node_modules', '.bin')]

/** Runs a command and returns its standard output. If it fails, the error contains the output. */
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

/** The strictest compiler options, for generated code and for programs that use the package. */
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
