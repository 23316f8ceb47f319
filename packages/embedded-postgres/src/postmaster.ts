import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type Folders, makeSocketFolder } from './folders.ts'
import {
  disownStaleLocks,
  findRunning,
  inspect,
  isListening,
  type Postmaster,
  readPidFile,
} from './postmaster-pid.ts'
import { isFleeting, SERVER_ENVIRONMENT, serverArguments } from './settings.ts'

const PAUSE = 5
const STOP_PATIENCE = 60_000
const ORPHAN_PATIENCE = 5_000
const LOG_LIMIT = 1_000_000

/** A process accepts connections at the socket of the cluster, but it is not a server that this process can see. */
class SocketInUse extends Error {
  override readonly name = 'SocketInUse'
}

/** Uses the server that runs on the cluster, or starts one; returns the folder of its socket. Needs the start lock. */
export async function ensureRunning(folders: Folders, binaries: Binaries, durable: boolean): Promise<string> {
  const running = await findRunning(folders.cluster)
  if (running?.status === 'stopping') await untilGone(running.pid, folders.cluster)
  else if (running) return adopt(running, folders, durable)
  const deadline = Date.now() + ORPHAN_PATIENCE
  for (;;) {
    try {
      return await start(folders, binaries, durable)
    } catch (error) {
      // Backends outlive a killed server for a moment. PostgreSQL does not start while they use the shared memory, and perhaps
      // the socket.
      const orphans =
        error instanceof SocketInUse ||
        (error instanceof Error && error.message.includes('pre-existing shared memory block'))
      if (!orphans || Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/** Fast shutdown of the server on the cluster, if one runs; resolves when the process has ended. */
export async function shutDown(cluster: string): Promise<void> {
  const running = await findRunning(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  await untilGone(running.pid, cluster)
}

async function adopt({ pid }: Postmaster, folders: Folders, durable: boolean): Promise<string> {
  const options = await readFile(join(folders.cluster, 'postmaster.opts'), 'utf8')
  if (durable && isFleeting(options)) {
    throw new Error(
      `The database in ${folders.dataDir} runs without fsync, for tests (process ${pid}): stop what uses it`,
    )
  }
  return untilReady(pid, folders, async () => (await inspect(pid, folders.cluster)) !== 'ours')
}

async function start(folders: Folders, binaries: Binaries, durable: boolean): Promise<string> {
  const socketFolder = await makeSocketFolder(folders)
  if (await isListening(socketFolder)) {
    throw new SocketInUse(
      `A server in another container or folder runs on ${folders.cluster}: stop that one first`,
    )
  }
  await disownStaleLocks(folders, socketFolder)
  const log = await openLog(folders)
  try {
    const program = join(binaries.folder, 'bin', 'postgres')
    const child = spawn(program, serverArguments(folders.cluster, socketFolder, durable), {
      ...folders.server,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      // A separate session, so that Ctrl-C in the terminal does not stop the database.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    child.unref()
    // The command line is no sign of it: on Linux it is empty for a moment after the program was started.
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    return await untilReady(child.pid as number, folders, hasEnded)
  } finally {
    await log.close()
  }
}

/** A standby is also open: its status is never `ready`. */
const isOpen = ({ status }: Postmaster) => status === 'ready' || status === 'standby'

async function untilReady(
  pid: number,
  folders: Folders,
  hasEnded: () => boolean | Promise<boolean>,
): Promise<string> {
  for (;;) {
    const postmaster = await readPidFile(folders.cluster)
    if (postmaster?.pid === pid && isOpen(postmaster)) return postmaster.socketFolder
    if (await hasEnded())
      throw new Error(`PostgreSQL did not start. The end of ${folders.log}:\n${await tail(folders.log)}`)
    await sleep(PAUSE)
  }
}

async function untilGone(pid: number, cluster: string): Promise<void> {
  const deadline = Date.now() + STOP_PATIENCE
  while ((await inspect(pid, cluster)) === 'ours') {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) did not stop in ${STOP_PATIENCE / 1000} s`)
    await sleep(PAUSE)
  }
}

async function openLog({ log, owner }: Folders) {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT) await rename(log, `${log}.1`)
  // Root may write into a folder of another user, so a symbolic link there is not followed.
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const file = await open(log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  if (owner) await file.chown(owner.uid, owner.gid)
  return file
}

async function tail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  return text.trimEnd().split('\n').slice(-15).join('\n')
}
