import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabaseProxy, startProxy } from '@commonhold/api/test/proxy'
import postgres from 'postgres'
import { postmasterOf, startTemporary } from '../embedded.ts'
import { end, launch } from '../stack.ts'
import { type Answer, ask, must } from './ask.ts'

/** A user who has signed up in a cluster. */
export interface Account {
  readonly email: string
  readonly token: string
  readonly refreshToken: string
  readonly sessionId: string
}

/** Instances of the service as processes, with one database that they reach through a proxy. */
export interface Cluster {
  readonly database: ClusterDatabase
  readonly settings: Readonly<Record<string, string>>
  /** The address of instance `n`, modulo the number of instances. */
  address(n?: number): string
  child(n: number): ChildProcess
  /** The number of instances. */
  readonly size: number
  /** Starts instance `n` again after it has ended, or a further one; from the checkout `root`, if given. */
  launch(n?: number, root?: string): Promise<number>
  signUp(name: string): Promise<Account>
  stop(): Promise<void>
}

/** The PostgreSQL of a cluster. */
export interface ClusterDatabase {
  readonly proxy: DatabaseProxy
  /** Connects as the superuser, without the proxy; reconnects after a restart. */
  readonly sql: postgres.Sql
  /** Connects as the superuser, without the proxy, to another database of the server. */
  connect(database: string): postgres.Sql
  /** `DATABASE_URL` of a database, for its owner, through the proxy. */
  url(database?: string, password?: string): string
  /** Stops the server immediately, as `pg_ctl stop -m immediate` does. */
  stopNow(): Promise<void>
  /** Kills all its processes with SIGKILL, as a system without free memory does. */
  killNow(): Promise<void>
  startAgain(): Promise<void>
  /** Ends the connections of the service, and waits until they have ended. */
  endConnections(): Promise<void>
}

export const PASSWORD = 'a password for the bench'
const unlimited = {
  RATE_LIMIT: '0',
  SIGN_IN_RATE: '0',
  SIGN_UP_RATE: '0',
  SIGN_UP: 'open',
  DRAIN_SECONDS: '0',
}

/** Starts a cluster of the service in the checkout `root`. */
export async function startCluster(
  root: string,
  {
    instances = 1,
    settings = {},
    settingsOf = () => ({}),
  }: {
    instances?: number
    settings?: Record<string, string>
    /** Additional settings of instance `n`. */
    settingsOf?: (n: number) => Record<string, string>
  } = {},
): Promise<Cluster> {
  const { database, stop: stopDatabase } = await startDatabase()
  await database.proxy.open()
  const all = { ...unlimited, LOG_LEVEL: 'fatal', DATABASE_URL: database.url(), ...settings }
  const running: { child: ChildProcess; address: string }[] = []
  const start = async (n = running.length, from = root) => {
    const folder = join(from, 'apps/api')
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    running[n] = await launch(scripts.start, folder, { PORT: '0', ...all, ...settingsOf(n) })
    return n
  }
  const stop = async () => {
    await Promise.all(running.map(({ child }) => end(child)))
    await stopDatabase()
  }
  try {
    for (let n = 0; n < instances; n += 1) await start()
  } catch (error) {
    await stop()
    throw error
  }
  const address = (n = 0) => running[n % running.length]?.address ?? ''
  return {
    database,
    settings: all,
    get size() {
      return running.length
    },
    address,
    launch: start,
    stop,
    child(n) {
      const found = running[n]?.child
      if (!found) throw new Error(`there is no instance ${n}`)
      return found
    },
    async signUp(name) {
      const email = `${name}@example.org`
      const { json } = await signUpOrIn(address(), { email, password: PASSWORD })
      return {
        email,
        token: String(json.access_token),
        refreshToken: String(json.refresh_token),
        sessionId: String(json.session_id),
      }
    },
  }
}

/** A busy service may create the account but answer 503. The next try is then 409, and the user signs in. */
async function signUpOrIn(address: string, json: object): Promise<Answer> {
  const answer = await ask(address, 'POST /me/signup', { json })
  if (answer.status === 201) return answer
  if (answer.status === 409) return must(address, 'POST /auth/token', { json })
  if (answer.status !== 503)
    throw new Error(`POST /me/signup was answered with ${answer.status} ${answer.text}`)
  return signUpOrIn(address, json)
}

/** Starts a PostgreSQL in a temporary folder, behind a proxy that is not open yet. */
export async function startDatabase(): Promise<{ database: ClusterDatabase; stop(): Promise<void> }> {
  const temporary = await startTemporary('commonhold-trust-')
  const {
    dataDir,
    embedded: { owner },
  } = temporary
  const proxy = await startProxy(owner)
  const passwords = JSON.parse(await readFile(join(dataDir, 'passwords.json'), 'utf8'))
  const superuser = { ...owner, user: 'postgres', password: passwords.postgres, onnotice: () => {} }
  const sql = postgres({ ...superuser, max: 2 })
  const database: ClusterDatabase = {
    proxy,
    sql,
    connect: (name) => postgres({ ...superuser, database: name, max: 1 }),
    url: (name = owner.database, password = owner.password) =>
      `postgres://${owner.user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${name}`,
    async stopNow() {
      const pid = postmasterOf(dataDir)
      process.kill(pid, 'SIGQUIT')
      await ended(pid)
    },
    async killNow() {
      const pid = postmasterOf(dataDir)
      // SIGSTOP first, so that it starts no further process between the list and the signals.
      process.kill(pid, 'SIGSTOP')
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      const pids = [pid, ...children.trim().split(' ').filter(Boolean).map(Number)]
      for (const one of pids) if (isAlive(one)) process.kill(one, 'SIGKILL')
      for (const one of pids) await ended(one)
    },
    startAgain: () => temporary.startAgain(),
    async endConnections() {
      await sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = 'commonhold' and usename <> 'postgres' and backend_type = 'client backend'`
    },
  }
  return {
    database,
    async stop() {
      await proxy.shut()
      await sql.end({ timeout: 1 })
      await temporary.stop()
    },
  }
}

async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 2))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
