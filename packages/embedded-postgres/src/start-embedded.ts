import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { type Folders, locate, openDataDir, PORT } from './folders.ts'
import { createLockFile, exclusively, type Release, tryLock } from './lock.ts'
import { ensureRunning, shutDown } from './postmaster.ts'
import { findRunning, hasEnded } from './postmaster-pid.ts'
import { ensureRoles } from './roles.ts'
import { type SupervisedServer, type SupervisionEvents, supervise } from './supervise.ts'

export { hasDatabase } from './folders.ts'
export type { ConnectionTarget, SupervisionEvents }

export interface EmbeddedDatabase {
  /** The role that owns the database and runs migrations; it may create databases and roles, but is no superuser. */
  owner: ConnectionTarget
  /** The role of the running service, `commonhold_app`: owns nothing, can't bypass row level security. */
  runtime: ConnectionTarget
  /** From now on, restarts the server whenever it has ended, until `stop`. May be called only once. */
  supervise(events: SupervisionEvents): void
  /**
   * Ends the use of the database. The last user shuts the server down: it keeps running while another process, or
   * another caller in this one, uses it. Close all connections first.
   */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Created if missing; contains the data, passwords and log. The same folder finds the same data again. */
  dataDir: string
  /** False gives up fsync for speed, in tests: a crash of the machine then destroys the data. Default true. */
  durable?: boolean
  /** Default `commonhold`. */
  database?: string
  /** Called with the place of the data if they can't be in `dataDir`. Default standard error. */
  log?: (line: string) => void
}

/**
 * Runs the bundled PostgreSQL on a folder: as the current user, or, for root, as the owner of the folder or `nobody`.
 * Any number of processes may call it on one folder: one of them creates and starts the database, the others use it.
 * If a killed process left the server running, the next call uses that one.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir: path, durable = true, database = 'commonhold', log = toStandardError } = options
  const opened = await openDataDir(path)
  const startLock = join(opened.dataDir, 'start.lock')
  createLockFile(startLock, opened.owner)
  return exclusively(startLock, async () => {
    const folders = await locate(opened, log)
    const binaries = await prepareBinaries(join(folders.home, 'binaries'))
    const leave = enter(folders)
    try {
      const targets = await serve(folders, binaries, durable, database)
      let endSupervision = async () => {}
      return {
        ...targets,
        supervise: (events) => {
          const startAgain = () => exclusively(startLock, () => ensureRunning(folders, binaries, durable))
          endSupervision = supervise(serverOn(folders, startAgain), events)
        },
        stop: once(async () => {
          await endSupervision()
          await exclusively(startLock, () => stop(folders, leave))
        }),
      }
    } catch (error) {
      await stop(folders, leave).catch(() => {})
      throw error
    }
  })
}

/** The server on a cluster, by its current process id. Another process may also restart the server. */
function serverOn({ cluster }: Folders, startAgain: () => Promise<unknown>): SupervisedServer {
  let pid: number | undefined
  const find = async () => (await findRunning(cluster))?.pid
  return {
    hasEnded: async () => {
      pid ??= await find()
      return pid === undefined || hasEnded(pid, cluster)
    },
    startAgain: async () => {
      await startAgain()
      pid = await find()
    },
  }
}

/** Milliseconds to replace a server that ends during the first query: a killed server seems alive for a moment. */
const REPLACEMENT_PATIENCE = 5_000

async function serve(folders: Folders, binaries: Binaries, durable: boolean, database: string) {
  const passwords = await ensureCluster(folders, binaries, durable)
  const deadline = Date.now() + REPLACEMENT_PATIENCE
  for (;;) {
    const host = await ensureRunning(folders, binaries, durable)
    const target = (user: keyof typeof passwords, name: string): ConnectionTarget => {
      return { host, port: PORT, user, password: passwords[user], database: name }
    }
    try {
      await ensureRoles(target('postgres', 'postgres'), passwords, database)
      return { owner: target('commonhold', database), runtime: target('commonhold_app', database) }
    } catch (error) {
      if (!isLost(error) || Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/** True for the error of a connection whose server has ended or is ending. */
const isLost = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(ECONNRE|EPIPE|ENOENT|CONNECTION_|57P)/.test(String(error.code))

function clientsLock(folders: Folders): string {
  return join(folders.home, 'clients.lock')
}

function enter(folders: Folders): Release {
  createLockFile(clientsLock(folders), folders.owner)
  const leave = tryLock(clientsLock(folders), 'shared')
  if (!leave) throw new Error(`${clientsLock(folders)} is locked by a program that is not ours`)
  return leave
}

async function stop(folders: Folders, leave: Release): Promise<void> {
  leave()
  const last = tryLock(clientsLock(folders), 'exclusive')
  if (!last) return
  try {
    await shutDown(folders.cluster)
  } finally {
    last()
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`)
}
