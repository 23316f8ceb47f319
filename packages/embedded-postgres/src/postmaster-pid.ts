import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type Folders, give, socketPath } from './folders.ts'

/** What postmaster.pid says; `status` is starting, ready, standby or stopping. */
export interface Postmaster {
  pid: number
  socketFolder: string
  status: string
}

/** The server that runs on the cluster, by its pid file and by what that process really is. */
export async function findRunning(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(cluster)
  return postmaster && (await inspect(postmaster.pid, cluster)) === 'ours' ? postmaster : undefined
}

/** postmaster.pid: process, data folder, start time, port, socket folder, address, shared memory, status. */
export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/**
 * What runs under a process id. A dead process, a zombie too, has no command line; after a crash or a restart of
 * the machine the id may belong to any program. 'postgres' is a server on another folder, or on a renamed one.
 */
export async function inspect(pid: number, cluster: string): Promise<'ours' | 'postgres' | 'other'> {
  const line = await commandLine(pid)
  if (!isPostgres(line[0])) return 'other'
  return isOurs(line, cluster) ? 'ours' : 'postgres'
}

/**
 * Whether the server with that process id has ended, for certain: one that cannot be looked at now, because this process
 * has too many files open, may still run.
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
  // The path of our copy may hold spaces; what follows it is the first option.
  const [program = '', ...rest] = stdout.trim().split(' -D ')
  return [program, '-D', ...rest.join(' -D ').split(' ')]
}

/**
 * Lets PostgreSQL take the lock files of a dead server for stale, also when its process id is a zombie's or another
 * program's by now: they get our id, since PostgreSQL knows that its parent is no server. They are not removed,
 * because it reads there which shared memory to look at, lest backends of the dead server still write.
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

/** Whether a server listens in the folder, seen from here or not: containers that share a volume share its sockets. */
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
