import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ConnectionTarget, type EmbeddedDatabase, startEmbedded } from '@commonhold/embedded-postgres'
import postgres from 'postgres'
import type { DatabaseTarget } from '../../src/db/database.ts'

const copy = promisify(execFile)

/** An empty database on a separate server, and a streaming replica of that server. */
export interface Replicated {
  readonly primary: {
    readonly owner: DatabaseTarget
    readonly runtime: DatabaseTarget
    readonly sql: postgres.Sql
    drop(): Promise<void>
  }
  readonly replica: DatabaseTarget
  /** Pauses the replay: later writes do not reach the replica until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  stop(): Promise<void>
}

/** Starts both servers. The replica is a copy of the primary's folder, made while the primary is stopped. */
export async function startReplicated(): Promise<Replicated> {
  const [from, to] = [await temporary(), await temporary()]
  await (await open(from)).stop()
  await copy('cp', ['-a', `${from}/.`, to])
  const server = await open(from)
  const admin = { ...server.owner, user: 'postgres', password: await superuserOf(from), database: 'postgres' }
  await copy('cp', ['-a', join(to, 'cluster', 'PG_VERSION'), join(to, 'cluster', 'standby.signal')])
  const address = `host=${admin.host} port=${admin.port} user=${admin.user} password=${admin.password}`
  await appendFile(join(to, 'cluster', 'postgresql.auto.conf'), `\nprimary_conninfo = '${address}'\n`)
  let replica: EmbeddedDatabase = await open(to)
  const sql = postgres({ ...server.owner, max: 2, onnotice: () => {} })
  const onReplica = (text: string) => run({ ...admin, host: replica.owner.host }, text)
  return {
    primary: {
      owner: { ...server.owner, prepare: true, assumeRole: false },
      runtime: { ...server.runtime, prepare: true, assumeRole: false },
      sql,
      drop: async () => {},
    },
    replica: { ...replica.runtime, prepare: true, assumeRole: false },
    pause: () => onReplica(PAUSE),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await open(to)
    },
    stop: async () => {
      await sql.end({ timeout: 1 })
      await replica.stop()
      await server.stop()
      await Promise.all([from, to].map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

/** Waits until the replay is paused: the function only requests it. */
const PAUSE = `do $$ begin
  perform pg_wal_replay_pause();
  while pg_get_wal_replay_pause_state() <> 'paused' loop perform pg_sleep(0.01); end loop;
end $$`

const temporary = () => mkdtemp(join(tmpdir(), 'commonhold-test-'))

const open = (dataDir: string) => startEmbedded({ dataDir, durable: false, log: () => {} })

const superuserOf = async (dataDir: string): Promise<string> =>
  JSON.parse(await readFile(join(dataDir, 'passwords.json'), 'utf8')).postgres

async function run(target: ConnectionTarget, text: string): Promise<void> {
  const sql = postgres({ ...target, max: 1, onnotice: () => {} })
  await sql.unsafe(text).finally(() => sql.end({ timeout: 1 }))
}
