import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { give, locate, openDataDir, PORT } from './folders.ts'
import { ensureRunning, shutDown } from './postmaster.ts'
import { SERVER_ENVIRONMENT } from './settings.ts'
import type { ConnectionTarget } from './start-embedded.ts'

const run = promisify(execFile)

/**
 * Starts another release than the bundled one, from the folder of its programs, on an empty data folder. `owner` may
 * create databases and roles. The server accepts every connection to its socket without a password.
 */
export async function startPostgres(
  dataDir: string,
  programs: string,
): Promise<{ owner: ConnectionTarget; stop(): Promise<void> }> {
  const folders = await locate(await openDataDir(dataDir), () => {})
  await mkdir(folders.cluster, { mode: 0o700 })
  await give(folders.cluster, folders.server)
  const initdb = ['--pgdata', folders.cluster, '--username', 'postgres', '--auth', 'trust', '--no-sync']
  await run(join(programs, 'bin', 'initdb'), [...initdb, '--encoding', 'UTF8', '--locale', 'C.UTF-8'], {
    ...folders.server,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
  })
  const host = await ensureRunning(folders, { folder: programs, major: '' }, false)
  const owner = { host, port: PORT, user: 'commonhold', password: 'unused', database: 'postgres' }
  const admin = postgres({ ...owner, user: 'postgres', max: 1, onnotice: () => {} })
  await admin`create role commonhold login createdb createrole`
  await admin.end({ timeout: 1 })
  return { owner, stop: () => shutDown(folders.cluster) }
}
