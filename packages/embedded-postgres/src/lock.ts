import { closeSync, fchownSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from './identity.ts'

const PATIENCE = 120_000
const PAUSE = 10

/** Lets go of a lock; calling it twice does no harm. */
export type Release = () => void

// A handle that the garbage collector takes would let go of its lock without a word.
const held = new Set<DatabaseSync>()

/** Makes an empty lock file, private to `owner`; one that exists already stays as it is. */
export function createLockFile(file: string, owner: Identity | undefined): void {
  let opened: number
  try {
    // Never open an existing one here: closing it would drop every POSIX lock that this process has on it.
    opened = openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  if (owner) fchownSync(opened, owner.uid, owner.gid)
  closeSync(opened)
}

/**
 * Takes a lock on a file made by `createLockFile`, or returns undefined when someone else has it.
 * The locks are those SQLite takes on an empty database: the kernel's own, gone with the process that held them
 * (also after kill -9), and right between two holders in one process as well.
 */
export function tryLock(file: string, kind: 'shared' | 'exclusive'): Release | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(kind === 'shared' ? 'begin; select 1 from sqlite_schema' : 'begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(database)
  return () => {
    if (held.delete(database)) database.close()
  }
}

/** Runs `work` while no other process, and no other caller in this one, runs under the same file. */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE
  let release = tryLock(file, 'exclusive')
  while (!release) {
    if (Date.now() > deadline) throw new Error(`Another process has held ${file} for ${PATIENCE / 1000} s`)
    await sleep(PAUSE)
    release = tryLock(file, 'exclusive')
  }
  try {
    return await work()
  } finally {
    release()
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
