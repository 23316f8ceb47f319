import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../free-port.ts'
import { end } from '../../stack.ts'
import { ask, until } from '../ask.ts'
import { startDatabase } from '../cluster.ts'

/** Longest time in seconds from a reachable, empty database to a ready service, which migrates first. */
const LONGEST_START = 30
/** Longest time in seconds until a service with a wrong password ends. */
const LONGEST_END = 5

/** The result of a start. */
interface Start {
  readonly isGood: boolean
  readonly text: string
}

/** Starts the service before its database: it must be live but not ready, and ready soon after the database starts. */
export async function startsAfterDatabase(root: string): Promise<Start> {
  const { database, stop } = await startDatabase()
  const port = await freePort()
  const child = start(root, { DATABASE_URL: database.url(), PORT: String(port) })
  try {
    const address = `http://127.0.0.1:${port}`
    await until(async () => (await ask(address, 'GET /livez')).status === 200)
    const early = (await ask(address, 'GET /readyz')).status
    await database.proxy.open()
    const began = performance.now()
    await until(async () => (await ask(address, 'GET /readyz')).status === 200)
    const seconds = (performance.now() - began) / 1_000
    const isGood = early === 503 && seconds < LONGEST_START
    return { isGood, text: `${early} before, ready after ${seconds.toFixed(1)} s` }
  } finally {
    await end(child)
    await stop()
  }
}

/** Starts the service with a wrong password: it must end with an error within five seconds. */
export async function startsWithWrongPassword(root: string): Promise<Start> {
  const { database, stop } = await startDatabase()
  await database.proxy.open()
  const began = performance.now()
  const child = start(root, { DATABASE_URL: database.url('commonhold', 'wrong'), PORT: '0' })
  try {
    const patience = setTimeout(() => child.kill('SIGKILL'), 2 * LONGEST_END * 1_000)
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    clearTimeout(patience)
    const seconds = (performance.now() - began) / 1_000
    return { isGood: code !== 0 && seconds < LONGEST_END, text: `exit ${code} after ${seconds.toFixed(1)} s` }
  } finally {
    await end(child)
    await stop()
  }
}

function start(root: string, settings: Record<string, string>) {
  return spawn(process.execPath, [join(root, 'apps/api/src/main.ts')], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', SIGN_UP: 'open', DRAIN_SECONDS: '0', ...settings },
    stdio: 'ignore',
  })
}
