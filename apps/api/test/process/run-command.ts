import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { COMPILED } from './child.ts'

const COMMAND = join(import.meta.dirname, '../../src/command.ts')

/** How a command ended, and what it said. */
export interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

/** Runs the operator's command with these settings. */
export function runCommand(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...settings }
    execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() }),
    )
  })
}
