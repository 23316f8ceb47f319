import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lchown, lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Identity, reaches, serverIdentity } from './identity.ts'

export const PORT = 5432

// The path of a unix socket may have 103 bytes on macOS, 107 on Linux.
const LONGEST_SOCKET = 103
const ELSEWHERE = '/var/lib/commonhold'

/** The paths that belong to one data folder. */
export interface Folders {
  dataDir: string
  /** The data folder itself, or a replacement if the server's user can't access it. */
  home: string
  /** PGDATA. */
  cluster: string
  log: string
  passwords: string
  /** The user that runs the server and owns the cluster and the socket folder; undefined: the current user. */
  server: Identity | undefined
  /** The owner of the other files; undefined: the current user. */
  owner: Identity | undefined
}

/** Creates the data folder, resolves its path, and determines its owner and the user of the server. */
export async function openDataDir(path: string): Promise<Pick<Folders, 'dataDir' | 'server' | 'owner'>> {
  const root = process.getuid?.() === 0
  await mkdir(path, { recursive: true, mode: root ? 0o711 : 0o700 })
  const dataDir = await realpath(path)
  const { uid, gid, mode } = await stat(dataDir)
  const server = serverIdentity(dataDir)
  // Lets the server's user pass through the folder, but not list it.
  if (server && server.uid !== uid) await chmod(dataDir, mode | 0o011)
  return { dataDir, server, owner: root ? { uid, gid } : undefined }
}

/** Whether a data folder has a database, in itself or at the path in its file `location`. */
export const hasDatabase = (path: string): boolean =>
  ['cluster', 'location'].some((name) => existsSync(join(path, name)))

/** Decides where the cluster of the data folder is, and stores a path elsewhere in `location`. Needs the start lock. */
export async function locate(
  opened: Awaited<ReturnType<typeof openDataDir>>,
  log: (line: string) => void,
): Promise<Folders> {
  const { dataDir, server } = opened
  const pointer = join(dataDir, 'location')
  let home = dataDir
  if (existsSync(pointer)) {
    home = (await readFile(pointer, 'utf8')).trim()
    if (!existsSync(home)) {
      throw new Error(
        `${home}, which has the data of ${dataDir}, is missing: restore it, or remove ${pointer} to begin empty`,
      )
    }
  } else if (server && !reaches(server, dataDir)) {
    if (existsSync(join(dataDir, 'cluster'))) {
      throw new Error(
        `User ${server.uid}, as whom PostgreSQL runs, can't reach ${dataDir}: open the folders above it (chmod o+x)`,
      )
    }
    home = await makeElsewhere()
    await writeFile(pointer, `${home}\n`, { flag: 'wx', flush: true })
    await give(pointer, opened.owner)
  }
  if (home !== dataDir)
    log(`PostgreSQL can't run as root and its user can't reach ${dataDir}: the data are in ${home}`)
  return {
    ...opened,
    home,
    cluster: join(home, 'cluster'),
    log: join(dataDir, 'postgres.log'),
    passwords: join(dataDir, 'passwords.json'),
  }
}

/** Creates a folder of mode 0700 for the socket: in the data folder, or in /tmp if that path would be too long. */
export async function makeSocketFolder({ home, server }: Folders): Promise<string> {
  const name = `commonhold-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  const candidates = [join(home, 'socket'), join(tmpdir(), name), join('/tmp', name)]
  const fits = (path: string) => Buffer.byteLength(socketPath(path)) <= LONGEST_SOCKET
  const folder = candidates.find((path) => fits(path) && (!server || reaches(server, dirname(path))))
  if (!folder)
    throw new Error(`No folder for the socket of ${home}: its path is too long, and /tmp is closed`)
  await mkdir(folder, { mode: 0o700 }).then(() => give(folder, server), ignoreExisting)
  const found = await lstat(folder)
  const ours = found.uid === (server?.uid ?? process.getuid?.())
  if (!ours || !found.isDirectory() || found.mode & 0o077)
    throw new Error(`${folder} is not private to PostgreSQL: remove it`)
  return folder
}

/** The path of the socket that PostgreSQL creates in a folder. */
export function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`)
}

/** Changes the owner of a file or folder that this process created. */
export async function give(path: string, to: Identity | undefined): Promise<void> {
  if (to) await lchown(path, to.uid, to.gid)
}

async function makeElsewhere(): Promise<string> {
  const home = join(ELSEWHERE, randomUUID().slice(0, 8))
  await mkdir(home, { recursive: true })
  await chmod(ELSEWHERE, 0o711)
  await chmod(home, 0o711)
  return home
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
