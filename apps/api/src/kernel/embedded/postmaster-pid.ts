import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { socketPath } from './folders.ts'

/** What postmaster.pid says; `status` is starting, ready or stopping. */
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
  const [program, ...args] = await commandLine(pid)
  if (basename(program ?? '') !== 'postgres') return 'other'
  return args.join(' ').startsWith(`-D ${cluster} `) ? 'ours' : 'postgres'
}

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
 * PostgreSQL clears up after a dead process by itself, but takes any living one of the same user for a server.
 * Where the id now belongs to another program, its files go; a server on another folder is left for PostgreSQL to judge.
 */
export async function removeStaleLocks(cluster: string, socketFolder: string): Promise<void> {
  const left = await readPidFile(cluster)
  if (left && (await inspect(left.pid, cluster)) !== 'other') return
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(`${socketPath(socketFolder)}.lock`, { force: true })
}
