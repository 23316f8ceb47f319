import { type Answer, ask, atOnce, inTurns, must } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'
import { faultsIn, type Observed } from './history-model.ts'

const INSTANCES = 3
const CALLERS = 4
const OPERATIONS = 10

/** Figure 10: what concurrent callers see of one record could have happened one after the other. */
export const histories: Figure = {
  number: 10,
  name: 'Concurrent histories',
  goal: '0 lost updates with If-Match, 0 duplicates of an idempotency key, one holder, no negative stock, every read explained',
  defects: [
    {
      name: 'If-Match is not compared',
      folder: 'apps/api',
      file: 'src/http/respond.ts',
      find: "if (ifMatch === null || ifMatch.trim() === '*') return undefined",
      replace: "if (ifMatch === null || ifMatch.trim() !== '*') return undefined",
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const cluster = await startCluster(root, { instances: INSTANCES })
    try {
      const world = await openWorld(cluster)
      const count = bySize(size, 5, 100, 2_000)
      const faults: string[] = []
      let [operations, changes] = [0, 0]
      await inTurns(count, 3, async (n) => {
        const seen = await history(cluster, world, n)
        operations += seen.observed.length
        changes += seen.observed.filter(({ kind }) => kind === 'changed').length
        faults.push(...seen.faults)
      })
      return {
        control: changes > count,
        passed: faults.length === 0,
        numbers: {
          histories: count,
          operations,
          changes,
          faults: faults.length,
          ...(faults[0] ? { first: faults[0] } : {}),
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}

interface World {
  readonly token: string
  readonly serialized: unknown
  readonly countable: unknown
  readonly persons: readonly string[]
}

async function openWorld(cluster: Cluster): Promise<World> {
  const { token } = await cluster.signUp('ada')
  const make = async (path: string, json: object) =>
    String((await must(cluster.address(), `POST ${path}`, { token, json })).json.id)
  return {
    token,
    serialized: await make('/asset-models', { name: 'Laptop', tracking_type: 'serialized' }),
    countable: await make('/asset-models', { name: 'Cable', tracking_type: 'countable' }),
    persons: [
      await make('/persons', { identity: { first_name: 'Ada', last_name: 'Lovelace' } }),
      await make('/persons', { identity: { first_name: 'Bob', last_name: 'Ross' } }),
    ],
  }
}

/** Some callers at once work on one asset that has one holder at most, on one with three pieces, and under shared keys. */
async function history(cluster: Cluster, { token, serialized, countable, persons }: World, n: number) {
  const one = await must(cluster.address(), 'POST /assets', {
    token,
    json: { model_id: serialized, name: `One ${n}`, serial_number: `H${n}` },
  })
  const some = await must(cluster.address(), 'POST /assets', {
    token,
    json: { model_id: countable, name: `Some ${n}`, quantity: 3 },
  })
  const observed: Observed[] = [
    {
      kind: 'changed',
      version: Number(one.json.version),
      name: `One ${n}`,
      began: one.began,
      ended: one.ended,
    },
  ]
  const unexpected: string[] = []
  const note = (answer: Answer, allowed: readonly number[]) => {
    if (!allowed.includes(answer.status)) unexpected.push(`${answer.status} ${answer.text.slice(0, 160)}`)
    return answer
  }
  const keyed = new Set<unknown>()
  let names = 0
  await atOnce(CALLERS, async (caller) => {
    for (let step = 0; step < OPERATIONS; step += 1) {
      const address = cluster.address(Math.floor(Math.random() * INSTANCES))
      const person_id = persons[caller % persons.length]
      const kind = Math.floor(Math.random() * 5)
      if (kind <= 1) {
        const read = note(await ask(address, `GET /assets/${one.json.id}`, { token }), [200])
        observed.push(observationOf('read', read))
        if (kind === 0) continue
        names += 1
        const json = { name: `One ${n} as ${names} by ${caller}` }
        const headers = { 'if-match': read.headers.get('etag') ?? '' }
        const answer = note(
          await ask(address, `PATCH /assets/${one.json.id}`, { token, headers, json }),
          [200, 412],
        )
        if (answer.status === 200)
          observed.push({ ...observationOf('changed', answer), basis: Number(read.json.version) })
      } else if (kind === 2) {
        const asked = { token, json: { person_id } }
        const answer = note(await ask(address, `POST /assets/${one.json.id}/assignments`, asked), [201, 409])
        if (answer.status === 201)
          note(await ask(address, `POST /assignments/${answer.json.id}/close`, { token, json: {} }), [200])
      } else if (kind === 3) {
        const asked = { token, json: { person_id, quantity: 2 } }
        note(await ask(address, `POST /assets/${some.json.id}/assignments`, asked), [201, 409])
      } else {
        const headers = { 'idempotency-key': `history-${n}` }
        const json = { name: `Keyed ${n}`, tracking_type: 'countable' }
        const answer = note(await ask(address, 'POST /asset-models', { token, headers, json }), [201, 409])
        if (answer.status === 201) keyed.add(answer.json.id)
      }
    }
  })
  const stored = await storedOf(cluster, n, String(one.json.id), String(some.json.id))
  const faults = [
    ...unexpected.map((answer) => `unexpected answer ${answer}`),
    ...faultsIn(observed, stored.version),
    ...(keyed.size > 1 || stored.keyed > 1
      ? [`a key made ${Math.max(keyed.size, stored.keyed)} records`]
      : []),
    ...(stored.holders > 1 ? [`${stored.holders} holders of one asset`] : []),
    ...(stored.pieces !== 3 || stored.negative > 0 ? [`${stored.pieces} pieces of 3`] : []),
  ]
  return { observed, faults }
}

const observationOf = (kind: Observed['kind'], { json, began, ended }: Answer): Observed => ({
  kind,
  version: Number(json.version),
  name: String(json.name),
  began,
  ended,
})

/** What is stored in the end. */
async function storedOf({ database: { sql } }: Cluster, n: number, one: string, some: string) {
  const [row] = await sql<
    { version: number; keyed: number; holders: number; pieces: number; negative: number }[]
  >`
    select (select version::int from assets where id = ${one}) as version,
           (select count(*)::int from asset_models where name = ${`Keyed ${n}`}) as keyed,
           (select count(*)::int from asset_assignments where asset_id = ${one} and closed_at is null) as holders,
           (select coalesce(sum(quantity), 0)::int from asset_stock where asset_id = ${some})
             + (select coalesce(sum(quantity), 0)::int from asset_assignments where asset_id = ${some} and closed_at is null) as pieces,
           (select count(*)::int from asset_stock where asset_id = ${some} and quantity < 0) as negative`
  if (!row) throw new Error('nothing is stored')
  return row
}
