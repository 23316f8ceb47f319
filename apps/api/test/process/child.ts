import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Where processes of the service keep their modules compiled. */
export const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/node')
const MAIN = join(import.meta.dirname, '../../src/main.ts')

/** A service in a process of its own. */
export interface Child {
  readonly process: ChildProcess
  /** Resolves with its address when it is ready; rejects when it ends before. */
  readonly ready: Promise<string>
  /** Resolves with its exit code; null when a signal ended it. */
  readonly exit: Promise<number | null>
  stdout(): string
  stderr(): string
  /** The lines of standard error that are ours. */
  complaints(): string[]
}

/** Starts `src/main.ts` with these settings and nothing else of the environment; killed with the test. */
export function startProcess(settings: Readonly<Record<string, string>>): Child {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      // As `npm start` does: a third of the work of a start is to compile the same modules again.
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
      // The one message that the service sends to a parent.
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
    complaints: () => output.stderr.split('\n').filter((line) => line.startsWith('commonhold: ')),
  }
}

/** The status of a GET; 0 where nobody answers. */
export async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(60_000) })).status
  } catch {
    return 0
  }
}
