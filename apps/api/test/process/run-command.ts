import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'
import { COMPILED } from './child.ts'

const COMMAND = join(import.meta.dirname, '../../src/command.ts')

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess
  readonly outcome: Promise<Outcome>
}

/** Starts the operator's command with these settings, and leaves its input open. */
export function startCommand(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Running {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...settings }
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
  const child = execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) =>
    resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() }),
  )
  return { child, outcome }
}

/** Runs the operator's command with these settings, and closes its input. */
export function runCommand(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Outcome> {
  const { child, outcome } = startCommand(settings, ...words)
  child.stdin?.end()
  return outcome
}
