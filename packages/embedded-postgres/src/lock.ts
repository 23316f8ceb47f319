import { closeSync, fchownSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from './identity.ts'

const PATIENCE = 120_000
const PAUSE = 10

/** Releases a lock; calling it twice is allowed. */
export type Release = () => void

// Keeps the handles from being garbage-collected, which would release their locks.
const held = new Set<DatabaseSync>()

/** Creates an empty lock file, private to `owner`; an existing file is not changed. */
export function createLockFile(file: string, owner: Identity | undefined): void {
  let opened: number
  try {
    // Never open an existing file here: closing it would release every POSIX lock that this process has on it.
    opened = openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  if (owner) fchownSync(opened, owner.uid, owner.gid)
  closeSync(opened)
}

/**
 * Locks a file made by `createLockFile`; returns undefined if it is already locked. The lock is the one that SQLite puts
 * on an empty database: a kernel lock, released when the process ends (even by kill -9), that also works between two
 * callers in one process.
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

/** Runs `work` with an exclusive lock of the file, against other processes and other callers in this one. */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE
  let release = tryLock(file, 'exclusive')
  while (!release) {
    if (Date.now() > deadline) throw new Error(`Another process has locked ${file} for ${PATIENCE / 1000} s`)
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
