import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProxy } from '@commonhold/api/test/proxy'
import { type Replicated, startReplicated } from '@commonhold/api/test/replicated'
import { freePort } from './free-port.ts'
import { readMetrics } from './metrics.ts'
import { end, launch, median, rounded, signUp } from './stack.ts'

const USERS = 20
const SECONDS = 8
/** Longest pause between two requests of a user, in milliseconds. */
const PAUSE = 200
/** In each mix, one of this number of requests is a write. */
const mixes = [5, 20, 100] as const

/**
 * Measures the share of reads that the replica answers instead of the primary, and its lag, while users read lists and
 * records and sometimes write. All servers are on one machine, so throughput is not measured.
 */
export async function replica(): Promise<Record<string, unknown>> {
  const servers = await startReplicated()
  const metricsPort = await freePort()
  const urls = await Promise.all([servers.primary.owner, servers.replica].map(urlOf))
  const folder = dirname(fileURLToPath(import.meta.resolve('@commonhold/api/package.json')))
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const service = await launch(scripts.start, folder, {
    PORT: '0',
    DATABASE_URL: urls[0]?.url ?? '',
    DATABASE_READ_URL: urls[1]?.url ?? '',
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT: '0',
    SIGN_UP_RATE: '0',
    SIGN_UP: 'open',
  })
  try {
    const users = []
    for (let n = 0; n < USERS; n += 1) users.push(await openUser(service.address, n))
    const figures: Record<string, unknown> = {}
    for (const mix of mixes) figures[`write_1_of_${mix}`] = await measure(users, mix, metricsPort)
    return { users: USERS, longest_pause_ms: PAUSE, ...figures }
  } finally {
    await end(service.child)
    await Promise.all(urls.map(({ shut }) => shut()))
    await servers.stop()
  }
}

async function urlOf({ host = '', port = 0, user, password, database }: Replicated['replica']) {
  const proxy = await startProxy({ host, port })
  await proxy.open()
  return { url: `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`, shut: proxy.shut }
}

interface User {
  read(turn: number): Promise<unknown>
  write(turn: number): Promise<unknown>
}

async function openUser(address: string, n: number): Promise<User> {
  const { client } = await signUp(address, `user${n}@example.org`)
  const { id: model_id } = await client.assetModels.create({
    name: `Laptop ${n}`,
    tracking_type: 'serialized',
  })
  const { id: asset_id } = await client.assets.create({ model_id, name: 'Laptop', serial_number: `S-${n}` })
  return {
    read: (turn) =>
      turn % 2 === 0
        ? client.assets.get({ asset_id })
        : client.assets.list({ limit: 50, include: ['model'] }),
    write: (turn) => client.assets.update({ asset_id }, { notes: `Note ${turn}` }),
  }
}

async function measure(users: readonly User[], mix: number, port: number) {
  const before = await readings(port)
  const lags: number[] = []
  const until = performance.now() + SECONDS * 1_000
  const sample = async () => {
    for (; performance.now() < until; await wait(250)) lags.push((await readings(port)).lag)
  }
  await Promise.all([sample(), ...users.map((user) => use(user, mix, until))])
  const after = await readings(port)
  const reads = { replica: after.replica - before.replica, primary: after.primary - before.primary }
  return {
    reads: reads.replica + reads.primary,
    share_of_replica: rounded(reads.replica / (reads.replica + reads.primary)),
    lag_ms: {
      p50: Math.round(median(lags) * 1_000),
      max: Math.round(Math.max(...lags.filter(Number.isFinite)) * 1_000),
    },
  }
}

async function use(user: User, mix: number, until: number): Promise<void> {
  for (let turn = Math.floor(Math.random() * mix); performance.now() < until; turn += 1) {
    await (turn % mix === 0 ? user.write(turn) : user.read(turn))
    await wait(Math.random() * PAUSE)
  }
}

async function readings(port: number) {
  const value = await readMetrics(port)
  // The metric of a server is missing until it has answered a read.
  const reads = (server: string) => value(`commonhold_read_requests_total{server="${server}"}`) || 0
  return {
    replica: reads('replica'),
    primary: reads('primary'),
    lag: value('commonhold_replica_lag_seconds'),
  }
}
