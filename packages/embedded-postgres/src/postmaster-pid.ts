import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type Folders, give, socketPath } from './folders.ts'

/** The content of postmaster.pid; `status` is starting, ready, standby or stopping. */
export interface Postmaster {
  pid: number
  socketFolder: string
  status: string
}

/** The server that runs on the cluster, by its pid file; undefined if the process with that id is another program. */
export async function findRunning(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(cluster)
  return postmaster && (await inspect(postmaster.pid, cluster)) === 'ours' ? postmaster : undefined
}

/** Lines of postmaster.pid: process, data folder, start time, port, socket folder, address, shared memory, status. */
export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/**
 * Determines what runs under a process id. A dead process, or a zombie, has no command line; after a crash or a restart
 * of the machine the id may belong to any program. 'postgres' is a server on another or renamed folder.
 */
export async function inspect(pid: number, cluster: string): Promise<'ours' | 'postgres' | 'other'> {
  const line = await commandLine(pid)
  if (!isPostgres(line[0])) return 'other'
  return isOurs(line, cluster) ? 'ours' : 'postgres'
}

/**
 * Whether the server with that process id has certainly ended. False if the process cannot be checked, e.g. because this
 * process has too many open files.
 */
export async function hasEnded(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
  if (!existsSync('/proc/self')) return false
  try {
    return !isOurs((await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0'), cluster)
  } catch (error) {
    return /^(ENOENT|ESRCH)$/.test(codeOf(error) ?? '')
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const isPostgres = (program: string | undefined) => basename(program ?? '') === 'postgres'

const isOurs = ([program, ...args]: readonly string[], cluster: string) =>
  isPostgres(program) && args.join(' ').startsWith(`-D ${cluster} `)

async function commandLine(pid: number): Promise<string[]> {
  if (existsSync('/proc/self')) {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.split('\0')
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  const { stdout } = await ps.catch(() => ({ stdout: '' }))
  // The path of the program may contain spaces; it ends at the first option.
  const [program = '', ...rest] = stdout.trim().split(' -D ')
  return [program, '-D', ...rest.join(' -D ').split(' ')]
}

/**
 * Makes PostgreSQL treat the lock files of a dead server as stale, even if its process id now belongs to a zombie or
 * another program: writes the id of this process into them, since PostgreSQL knows that its parent is not a server. The
 * files must stay, because PostgreSQL finds in them the shared memory that backends of the dead server may still use.
 */
export async function disownStaleLocks({ cluster, server }: Folders, socketFolder: string): Promise<void> {
  const left = await readPidFile(cluster)
  if (!left || (await inspect(left.pid, cluster)) !== 'other') return
  for (const file of [join(cluster, 'postmaster.pid'), `${socketPath(socketFolder)}.lock`]) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    await rm(`${file}.new`, { force: true })
    await writeFile(`${file}.new`, text.replace(/^\d+/, String(process.pid)), { flag: 'wx', mode: 0o600 })
    await give(`${file}.new`, server)
    await rename(`${file}.new`, file)
  }
}

/** Whether a server listens in the folder, even one in another container that shares the volume. */
export async function isListening(socketFolder: string): Promise<boolean> {
  const socket = connect(socketPath(socketFolder))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
