import { setTimeout as wait } from 'node:timers/promises'
import { end } from '../stack.ts'
import { must, until } from '../trust/ask.ts'
import { type Cluster, startCluster } from '../trust/cluster.ts'
import { follow, poll, receive } from './channels.ts'
import { type Change, Tally } from './tally.ts'
import { type Acknowledged, addRecords, type Owner, SlowWriters, writeChanges } from './writers.ts'

/** The size of the measurement. */
export interface EventSizes {
  readonly changes: number
  readonly writers: number
  readonly kills: number
  readonly rate: number
}

const roles = ['api', 'worker'] as const
type Victim = (typeof roles)[number] | 'database'
const victims: readonly Victim[] = ['api', 'worker', 'database']

/** Longest time for a process to start, and for everything to end, in milliseconds. */
const START = 180_000
const END = 30_000
/** Milliseconds to wait for the next arrival. A delivery whose worker was killed is tried again after half a minute. */
const quietOf = ({ kills }: EventSizes) => (kills > 0 ? 60_000 : 10_000)

/** The result of the measurement. */
export interface Measured {
  readonly written: number
  /** Acknowledged changes that are not in the log. */
  readonly lost: number
  readonly channels: Readonly<Record<'feed' | 'stream' | 'webhook', Losses>>
  readonly delays: Readonly<Record<string, unknown>>
}

interface Losses {
  readonly missing: number
  readonly outOfOrder: number
  readonly doubled: number
}

/**
 * Writes changes while they are read by polling, by stream and by webhook: a fifth undisturbed, a fifth with a second
 * receiver that never answers, and the rest while the API, the worker and the database are killed in turn. Measures the
 * service in `root`.
 */
export async function measureEvents(root: string, sizes: EventSizes): Promise<Measured> {
  const cluster = await openCluster(root)
  const stopping = new AbortController()
  const tallies = { feed: new Tally(), stream: new Tally(), webhook: new Tally() }
  const [receiver, dead] = [await receive(tallies.webhook), await receive(null)]
  const background: Promise<unknown>[] = []
  let failure: unknown
  const inBackground = (work: Promise<unknown>) =>
    background.push(
      work.catch((error: unknown) => {
        failure ??= error
      }),
    )
  try {
    const owner = await openTenant(cluster)
    const records = await addRecords(cluster, owner)
    const { json } = await must(cluster.address(), 'GET /events/head', owner)
    const reading = { ...owner, address: () => cluster.address(), start: String(json.next) }
    const after = await endOf(cluster, owner)
    await addEndpoint(cluster, owner, receiver.url)
    inBackground(poll(reading, tallies.feed, stopping.signal))
    inBackground(follow(reading, tallies.stream, stopping.signal))
    const writing = new AbortController()
    const slow = new SlowWriters()
    inBackground(slow.write(cluster, owner, writing.signal))
    const acknowledged: Acknowledged = new Set()
    const part = Math.ceil(sizes.changes / 5)
    const write = (changes: number, goesOn?: () => boolean) =>
      writeChanges(
        cluster,
        owner,
        records,
        { ...sizes, changes, limit: limitOf(sizes) },
        acknowledged,
        goesOn,
      )
    const settled = () => settle(() => read(cluster, owner, after), tallies, quietOf(sizes))
    const delaysOf = (seconds: number) => ({
      changes_a_second: Math.round(part / seconds),
      feed: tallies.feed.takeDelays(),
      stream: tallies.stream.takeDelays(),
      webhook: tallies.webhook.takeDelays(),
    })
    // Drops the delays of events that arrived during the preparation.
    for (const tally of Object.values(tallies)) tally.takeDelays()
    const quiet = delaysOf(await timed(() => write(part)).finally(settled))
    await addEndpoint(cluster, owner, dead.url)
    const besideDeadReceiver = delaysOf(await timed(() => write(part)).finally(settled))
    let isKilling = true
    const killing = killInTurn(cluster, slow, sizes, acknowledged).finally(() => {
      isKilling = false
    })
    await Promise.all([write(sizes.changes - 2 * part, () => isKilling), killing])
    writing.abort()
    await settled()
    if (failure) throw failure
    const written = await read(cluster, owner, after)
    const inLog = new Set(written.map(({ recordId, version }) => `${recordId} ${version}`))
    const losses = (tally: Tally) => ({
      missing: tally.missing(written),
      outOfOrder: tally.outOfOrder,
      doubled: tally.doubled,
    })
    return {
      written: written.length,
      lost: [...acknowledged].filter((one) => !inLog.has(one)).length,
      channels: {
        feed: losses(tallies.feed),
        stream: losses(tallies.stream),
        webhook: losses(tallies.webhook),
      },
      delays: { quiet, beside_dead_receiver: besideDeadReceiver },
    }
  } finally {
    stopping.abort()
    await within(END, 'the end of the readers', () => Promise.all(background)).catch(() => {})
    await receiver.stop()
    await dead.stop()
    await cluster.stop()
  }
}

/** Starts the API and the worker as separate processes. If the start takes too long, they are stopped when it completes. */
function openCluster(root: string): Promise<Cluster> {
  const starting = startCluster(root, {
    instances: roles.length,
    settings: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    settingsOf: (n) => ({ ROLE: roles[n] ?? 'all' }),
  })
  return within(START, 'the start', () => starting).catch(async (error: unknown) => {
    await starting.then(
      (late) => late.stop(),
      () => {},
    )
    throw error
  })
}

const limitOf = ({ changes, rate, kills }: EventSizes) => ((changes / rate) * 5 + 60) * 1_000 + kills * START

/** Rejects if `work` takes too long, so that nothing waits for ever. */
async function within<T>(milliseconds: number, what: string, work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = wait(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} took more than ${milliseconds} ms`)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

async function openTenant(cluster: Cluster): Promise<Owner> {
  const { token } = await cluster.signUp('owner')
  const { json } = await must(cluster.address(), 'POST /tenants', { token, json: { name: 'Bench' } })
  return { token, tenantId: String(json.id) }
}

const addEndpoint = (cluster: Cluster, owner: Owner, url: string) =>
  must(cluster.address(), 'POST /webhook-endpoints', { ...owner, json: { url, types: ['asset_model.*'] } })

async function endOf({ database: { sql } }: Cluster, { tenantId }: Owner): Promise<string> {
  const [row] = await sql<{ xid: string }[]>`
    select max(xid::text::bigint)::text as xid from audit_log where tenant_id = ${tenantId}`
  return row?.xid ?? '0'
}

/** The changes that were written after a transaction, in the order of the log. */
async function read({ database: { sql } }: Cluster, { tenantId }: Owner, after: string): Promise<Change[]> {
  return sql<Change[]>`
    select id, 0 as at, record_id as "recordId", version from audit_log
     where tenant_id = ${tenantId} and record_type = 'asset_model' and xid > ${after}::text::xid8 order by xid, id`
}

/** Waits until everything has arrived, or nothing more arrives; prints every ten seconds what is missing. */
async function settle(
  written: () => Promise<readonly Change[]>,
  tallies: Readonly<Record<string, Tally>>,
  quiet: number,
) {
  const changes = await written()
  const missing = () =>
    Object.entries(tallies).map(([name, tally]) => [name, tally.missing(changes)] as const)
  const sum = (counts: ReturnType<typeof missing>) => counts.reduce((total, [, count]) => total + count, 0)
  let [counts, lastArrival, lastLine] = [missing(), performance.now(), performance.now()]
  while (sum(counts) > 0 && performance.now() - lastArrival < quiet) {
    await wait(250)
    const now = missing()
    if (sum(now) < sum(counts)) lastArrival = performance.now()
    counts = now
    if (performance.now() - lastLine < 10_000) continue
    lastLine = performance.now()
    const waiting = counts.filter(([, count]) => count > 0).map(([name, count]) => `${count} by ${name}`)
    process.stdout.write(`waits for ${waiting.join(', ')}\n`)
  }
}

/** Kills the API, the worker and the database in turn, after equal numbers of changes, and starts each again. */
async function killInTurn(
  cluster: Cluster,
  slow: SlowWriters,
  { changes, kills }: EventSizes,
  acknowledged: Acknowledged,
): Promise<void> {
  const begin = acknowledged.size
  const step = (changes * 3) / 5 / (kills + 1)
  for (let kill = 1; kill <= kills; kill += 1) {
    await until(() => acknowledged.size >= Math.min(begin + kill * step, changes))
    await wait(Math.random() * 200)
    const victim = victims[kill % victims.length] ?? 'api'
    await within(START, `the start after the death of the ${victim}`, () => killOne(cluster, slow, victim))
    process.stdout.write(`${kill}/${kills}: ${victim} was killed, ${acknowledged.size} changes\n`)
  }
}

async function killOne(cluster: Cluster, slow: SlowWriters, victim: Victim): Promise<void> {
  if (victim === 'database')
    return slow.without(async () => {
      await cluster.database.stopNow()
      await cluster.database.startAgain()
    })
  const n = roles.indexOf(victim)
  await end(cluster.child(n), 'SIGKILL')
  await cluster.launch(n)
}
