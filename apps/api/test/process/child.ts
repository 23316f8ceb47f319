import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The folder in which processes of the service cache their compiled modules. */
export const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/node')
const MAIN = join(import.meta.dirname, '../../src/main.ts')

/** A service in a separate process. */
export interface Child {
  readonly process: ChildProcess
  /** Resolves with the service's address when it is ready. Rejects if the process ends before. */
  readonly ready: Promise<string>
  /** Resolves with the exit code; null if a signal ended the process. */
  readonly exit: Promise<number | null>
  stdout(): string
  stderr(): string
  /** The lines of standard error that the service wrote itself. */
  ownErrors(): string[]
}

/** Starts `src/main.ts` with these settings and without the other variables of the environment. It is killed after the test. */
export function startProcess(settings: Readonly<Record<string, string>>): Child {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      // As in `npm start`: compiling the same modules again would take a third of the start.
      NODE_COMPILE_CACHE: COMPILED,
      PORT: '0',
      DRAIN_SECONDS: '0',
      SIGN_UP_RATE: '0',
      SIGN_IN_RATE: '0',
      RATE_LIMIT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk
  })
  const exit = once(child, 'close').then(([code]): number | null => code)
  const ready = new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      // The only message that the service sends to its parent process.
      resolve((message as { ready: string }).ready)
    })
    exit.then((code) => reject(new Error(`ended with ${code}: ${output.stderr}`)))
  })
  ready.catch(() => {})
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return {
    process: child,
    ready,
    exit,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ownErrors: () => output.stderr.split('\n').filter((line) => line.startsWith('commonhold: ')),
  }
}

/** The status of a GET, or 0 without an answer. */
export async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(60_000) })).status
  } catch {
    return 0
  }
}
