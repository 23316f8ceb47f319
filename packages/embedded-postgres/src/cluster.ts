import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { type Folders, give } from './folders.ts'
import { SERVER_ENVIRONMENT } from './settings.ts'

const run = promisify(execFile)

/** Passwords by role: the superuser made by initdb, the owner of the database, and the service at run time. */
export type Passwords = Record<'postgres' | 'commonhold' | 'commonhold_app', string>

/** Creates the cluster and its passwords if there is none; an unfinished one is created again. Needs the start lock. */
export async function ensureCluster(
  folders: Folders,
  binaries: Binaries,
  durable: boolean,
): Promise<Passwords> {
  if (!existsSync(folders.cluster)) {
    const passwords = await createPasswords(folders)
    await initdb(folders, binaries, passwords, durable)
    return passwords
  }
  await refuseOtherVersion(folders, binaries)
  return readPasswords(folders)
}

async function initdb(
  folders: Folders,
  binaries: Binaries,
  passwords: Passwords,
  durable: boolean,
): Promise<void> {
  const fresh = `${folders.cluster}.new`
  const passwordFile = `${fresh}.password`
  await rm(fresh, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await mkdir(fresh, { mode: 0o700 })
  await give(fresh, folders.server)
  await writeFile(passwordFile, passwords.postgres, { mode: 0o600, flag: 'wx' })
  await give(passwordFile, folders.server)
  const options = [
    ['--pgdata', fresh],
    ['--username', 'postgres'],
    ['--pwfile', passwordFile],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', 'C'],
    // Full text search classifies characters with the C library: under the locale C, a dash would count as a word.
    ['--lc-ctype', process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'],
    durable ? [] : ['--no-sync'],
  ]
  try {
    await run(join(binaries.folder, 'bin', 'initdb'), options.flat(), {
      ...folders.server,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
    })
  } catch (cause) {
    throw explain(cause)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(fresh, folders.cluster)
}

function explain(cause: unknown): Error {
  const { code, stderr } = cause as { code?: unknown; stderr?: string }
  if (code === 'ENOENT' || code === 'EACCES') {
    const why = 'on Linux they need glibc, and a file system that allows programs'
    return new Error(`The bundled PostgreSQL does not run here (${code}; ${why}): set DATABASE_URL`, {
      cause,
    })
  }
  return new Error(`initdb failed:\n${stderr ?? String(cause)}`, { cause })
}

async function refuseOtherVersion({ cluster, dataDir }: Folders, { major }: Binaries): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found === major) return
  throw new Error(
    `The data in ${dataDir} were created by PostgreSQL ${found}, and this release has ${major}. Dump them with the ` +
      `release that created them and load the dump into a new folder; or move the folder away to begin empty; ` +
      'or set DATABASE_URL to a server of your own.',
  )
}

async function createPasswords({ passwords: file, owner }: Folders): Promise<Passwords> {
  const random = () => randomBytes(24).toString('hex')
  const passwords = { postgres: random(), commonhold: random(), commonhold_app: random() }
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, `${JSON.stringify(passwords, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  await give(`${file}.new`, owner)
  await rename(`${file}.new`, file)
  return passwords
}

async function readPasswords({ passwords: file, cluster }: Folders): Promise<Passwords> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Passwords
  } catch (cause) {
    throw new Error(`Can't read the passwords of the database in ${cluster}: restore ${file}`, { cause })
  }
}
