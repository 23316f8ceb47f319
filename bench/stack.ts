import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract, createClient } from '@commonhold/contract'
import type { EmbeddedDatabase } from '@commonhold/embedded-postgres'
import postgres from 'postgres'
import { startTemporary } from './embedded.ts'

/** A service in a separate process, with a separate database. */
export interface Stack {
  /** The URL of the service; it changes with `restart`. */
  readonly address: string
  readonly dataDir: string
  readonly database: EmbeddedDatabase
  /** A connection as the owner of the database. */
  readonly sql: postgres.Sql
  /** The resident size of the service, in MiB. */
  memory(): Promise<number>
  /** The highest resident size of the service so far, in MiB. */
  peakMemory(): Promise<number>
  /** Ends the service and starts another on the same data, with cold caches and code that is not compiled yet. */
  restart(): Promise<void>
  /** Kills the service with SIGKILL; `restart` starts another. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts database and service, as in production, except that rate limits are off and that `settingsFor` may add settings.
 * The service is that of the checkout `root`; default is this checkout.
 */
export async function startStack(
  settingsFor: (database: EmbeddedDatabase) => Promise<Record<string, string>> = async () => ({}),
  root?: string,
): Promise<Stack> {
  const temporary = await startTemporary('commonhold-bench-')
  const { dataDir, embedded: database } = temporary
  const settings = await settingsFor(database)
  const folder = root
    ? join(root, 'apps/api')
    : dirname(fileURLToPath(import.meta.resolve('@commonhold/api/package.json')))
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const limits = { RATE_LIMIT: '0', SIGN_IN_RATE: '0', SIGN_UP_RATE: '0' }
  const start = () => launch(scripts.start, folder, { DATA_DIR: dataDir, PORT: '0', ...limits, ...settings })
  let service = await start()
  const sql = postgres({ ...database.owner, max: 1, onnotice: () => {} })
  return {
    get address() {
      return service.address
    },
    dataDir,
    database,
    sql,
    memory: () => memoryOf(service.child, 'VmRSS'),
    peakMemory: () => memoryOf(service.child, 'VmHWM'),
    async restart() {
      await end(service.child)
      service = await start()
    },
    kill: () => end(service.child, 'SIGKILL'),
    async stop() {
      await sql.end({ timeout: 1 })
      await end(service.child)
      await temporary.stop()
    },
  }
}

/** Runs a command of a package as a child process; resolves with the address that it reports. */
export async function launch(
  command: string,
  folder: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn('sh', ['-c', `exec env ${command}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // However this process ends, its child processes end too. Services end first, because they would restart their database.
  const kill = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { ready: string }).ready))
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)))
  })
  return { child, address }
}

/** Ends a process and waits until it has exited. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/** The resident size of a process in MiB: now (`VmRSS`), or the highest so far (`VmHWM`). */
export async function memoryOf({ pid }: ChildProcess, size: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${size}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024)
}

/** Signs a user up; returns the token, a client, and the id of the selected tenant. */
export async function signUp(address: string, email: string) {
  const { access_token } = await createClient(contract, { baseUrl: address }).me.signUp({
    email,
    password: 'a password for the bench',
  })
  const client = createClient(contract, { baseUrl: address, token: access_token })
  const { current_tenant_id: tenantId } = await client.me.get()
  return { token: access_token, client, tenantId: tenantId ?? '' }
}

/** The median; for an even number of values, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const rounded = (value: number) => Math.round(value * 100) / 100
