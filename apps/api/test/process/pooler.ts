import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAEMON, isRoot } from '@commonhold/embedded-postgres/testing'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import type { Gate } from './gate.ts'

/** The folders in which packages install the program. They need not be in the PATH of an ordinary user. */
const program = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file))

/** PgBouncer in front of a database. */
export interface Pooler {
  /** `DATABASE_URL` of the owner, through PgBouncer. */
  readonly url: string
  stop(): void
}

/** Starts PgBouncer in transaction mode in front of a database, by default on a free port. */
export async function startPooler(
  gate: Gate,
  settings: Readonly<Record<string, string>> = {},
  at?: number,
): Promise<Pooler> {
  if (!program)
    throw new Error('PgBouncer is needed here and missing: install it (apt-get install pgbouncer)')
  const target = new URL(gate.url)
  const port = at ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'commonhold-pooler-'))
  const users = join(folder, 'users.txt')
  const configuration = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    // Fewer connections than the service opens, so that they are shared.
    default_pool_size: 3,
    max_client_conn: 100,
    ...settings,
  }
  const lines = Object.entries(configuration).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]\n* = host=127.0.0.1 port=${target.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  await writeFile(users, `"${target.username}" "${gate.password}"\n`)
  // PgBouncer refuses to run as root.
  if (isRoot) await chmod(folder, 0o755)
  const child = spawn(program, ['-q', file], { ...(isRoot ? DAEMON : {}), cwd: '/', stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => isListening(port)).toBe(true)
  target.port = String(port)
  return { url: target.href, stop: () => void child.kill('SIGKILL') }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
