import { setTimeout as wait } from 'node:timers/promises'
import { end } from '../../stack.ts'
import { type Answer, ask, atOnce, inTurns, must, until } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

const WRITERS = 32
/** The kill happens at a random time within this number of milliseconds. */
const LONGEST_WAIT = 2_000

/** Figure 7: acknowledged writes survive kills of the service and of PostgreSQL, complete and exactly once. */
export const kills: Figure = {
  number: 7,
  name: 'Kills of service and database',
  goal: '0 acknowledged writes lost, 0 half-written, 0 without audit entry, 0 twice after a repetition under its key',
  defects: [
    {
      name: 'PostgreSQL acknowledges before a commit is on disk',
      folder: 'apps/api',
      file: 'src/db/database.ts',
      find: "{ TimeZone: 'UTC', ...limits }",
      replace: "{ TimeZone: 'UTC', synchronous_commit: 'off', ...limits }",
    },
  ],
  async measure(root, size): Promise<Outcome> {
    // Half of the writes are models, for which a tenant has a quota.
    const cluster = await startCluster(root, { settings: { QUOTAS: 'configuration=unlimited' } })
    try {
      const world = await openWorld(cluster)
      const cycles = [
        ...Array<'service'>(bySize(size, 1, 10, 500)).fill('service'),
        ...Array<'database'>(bySize(size, 8, 5, 200)).fill('database'),
      ]
      const total = { lost: 0, twice: 0, acknowledged: 0, repeated: 0, unanswered: 0, milliseconds: 0 }
      let done = 0
      for (const [cycle, victim] of cycles.entries()) {
        const found = await killOnce(cluster, world, cycle, victim)
        done += 1
        for (const key of Object.keys(found) as (keyof typeof total)[]) total[key] += found[key]
        // A lost write proves the defect, so the remaining kills are skipped.
        if (size === 'planted' && total.lost > 0) break
      }
      const broken = await brokenRecords(cluster)
      const { milliseconds, ...counts } = total
      const perSecond = Math.round((counts.acknowledged / milliseconds) * 1_000)
      return {
        // A write can be stored twice only if it was repeated after no answer came: a run without unanswered writes proves nothing.
        control: counts.acknowledged > done * WRITERS && (size === 'planted' || counts.unanswered > 0),
        passed: counts.lost + counts.twice + broken.half + broken.unaudited === 0,
        numbers: { kills: done, writes_per_second: perSecond, ...counts, ...broken },
      }
    } finally {
      await cluster.stop()
    }
  },
}

interface World {
  readonly token: string
  readonly modelId: string
}

async function openWorld(cluster: Cluster): Promise<World> {
  const { token } = await cluster.signUp('writer')
  const { json } = await must(cluster.address(), 'POST /asset-models', {
    token,
    json: { name: 'Cable', tracking_type: 'countable' },
  })
  return { token, modelId: String(json.id) }
}

/** Sends a write: a model, which is one row, or an asset with its stock and its ledger. */
function create(cluster: Cluster, { token, modelId }: World, name: string): Promise<Answer> {
  const isAsset = name.endsWith('a')
  return ask(cluster.address(), isAsset ? 'POST /assets' : 'POST /asset-models', {
    token,
    headers: { 'idempotency-key': name },
    json: isAsset ? { model_id: modelId, name, quantity: 3 } : { name, tracking_type: 'countable' },
    patience: 10_000,
  })
}

/** Kills service or database under 32 writers, starts it again, and looks for the acknowledged writes. */
async function killOnce(cluster: Cluster, world: World, cycle: number, victim: 'service' | 'database') {
  const acknowledged = new Set<string>()
  const unknown = new Set<string>()
  let isOver = false
  const writers = atOnce(WRITERS, async (writer) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `c${cycle}w${writer}n${n}${n % 2 ? 'a' : 'm'}`
      const { status } = await create(cluster, world, name)
      if (status === 201) acknowledged.add(name)
      else unknown.add(name)
      // A refused connection fails immediately; without a pause the writers would spin.
      if (status !== 201) await wait(20)
    }
  })
  const began = performance.now()
  let killed = began
  try {
    await until(() => acknowledged.size > WRITERS)
    await wait(Math.random() * LONGEST_WAIT)
    killed = performance.now()
    if (victim === 'service') await end(cluster.child(0), 'SIGKILL')
    else await cluster.database.killNow()
  } finally {
    isOver = true
    await writers
  }
  if (victim === 'service') await cluster.launch(0)
  else await cluster.database.startAgain()
  await until(async () => (await ask(cluster.address(), 'GET /readyz')).status === 200)
  const stored = await namesOf(cluster, `c${cycle}w%`)
  const unanswered = [...unknown].filter((name) => stored.has(name)).length
  const lost = [...acknowledged].filter((name) => !stored.has(name)).length
  await inTurns(unknown.size, 8, async (n) => {
    const name = [...unknown][n] ?? ''
    await until(async () => isMade(await create(cluster, world, name)))
  })
  const after = await namesOf(cluster, `c${cycle}w%`)
  const twice = [...after.values()].filter((count) => count > 1).length
  const milliseconds = killed - began
  return { lost, twice, acknowledged: acknowledged.size, repeated: unknown.size, unanswered, milliseconds }
}

/** Whether a repeated write is acknowledged; throws if repeating it again cannot help. */
function isMade({ status, json, text }: Answer): boolean {
  if (status === 0 || status === 503 || json.code === 'idempotency_in_progress') return false
  if (status === 201) return true
  throw new Error(`a repeated write was answered with ${status} ${text}`)
}

/** The number of records with each name. */
async function namesOf({ database: { sql } }: Cluster, pattern: string): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select name, count(*)::int from (
      select name from asset_models union all select name from assets) written
     where name like ${pattern} group by name`
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Counts assets with wrong stock, and records without exactly one audit entry of their creation. */
async function brokenRecords({ database: { sql } }: Cluster): Promise<{ half: number; unaudited: number }> {
  const [row] = await sql<{ half: number; unaudited: number }[]>`
    select (select count(*)::int from assets a
             where a.name like 'c%w%n%'
               and (select coalesce(sum(s.quantity), 0) from asset_stock s
                     where s.tenant_id = a.tenant_id and s.asset_id = a.id) <> a.quantity) as half,
           (select count(*)::int from (
              select tenant_id, id, name from asset_models union all select tenant_id, id, name from assets) r
             where r.name like 'c%w%n%'
               and (select count(*) from audit_log l
                     where l.tenant_id = r.tenant_id and l.record_id = r.id and l.action = 'created') <> 1) as unaudited`
  return row ?? { half: -1, unaudited: -1 }
}
