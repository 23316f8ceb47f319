import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { onTestFinished } from 'vitest'
import type { ConnectionTarget } from '../src/connection-target.ts'
import { type Identity, reaches } from '../src/identity.ts'
import { inspect } from '../src/postmaster-pid.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '../src/start-embedded.ts'

const CHILD = join(import.meta.dirname, 'child.ts')
const MEMORY = '/dev/shm'

export const isRoot = process.getuid?.() === 0

/** An unprivileged user that exists on every system and has a name, which initdb requires. */
export const DAEMON: Identity = { uid: 1, gid: 1 }

/** Whether that user can read this checkout and run this node. */
export const daemonCanRun =
  isRoot && [process.execPath, CHILD].every((file) => reaches(DAEMON, join(file, '..')))

/** Creates a folder that the server's user can access; the caller removes it. */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'commonhold-test-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Creates a folder that the server's user can access; it is removed after the test. */
export function scratchFolder(): string {
  const folder = makeScratchFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the database and stops it after the test; a test may also stop it earlier. */
export async function started(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ durable: false, log: () => {}, ...options, dataDir })
  onTestFinished(() => database.stop())
  return database
}

/** Runs `work` on one connection. */
export async function query<T>(target: ConnectionTarget, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres({ ...target, ssl: false, max: 1, connect_timeout: 60, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 0.1 })
  }
}

/** The process id in the pid file of the server on a data folder. */
export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/** Whether that process is the server on a data folder; false for a zombie. */
export async function serves(pid: number, dataDir: string): Promise<boolean> {
  return (await inspect(pid, join(dataDir, 'cluster'))) === 'ours'
}

export interface Child {
  process: ChildProcess
  owner: ConnectionTarget
  /** Makes the process stop its database, and waits until it has ended. */
  finish(): Promise<void>
}

/** Starts the database from a separate node process, which leads its process group. */
export async function startedByChild(dataDir: string, user?: Identity): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, dataDir], {
    ...user,
    env: { PATH: process.env.PATH, HOME: dataDir, TMPDIR: tmpdir() },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [Buffer]
  const { owner } = JSON.parse(String(line)) as { owner: ConnectionTarget }
  const finish = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { process: child, owner, finish }
}
