import { type Answer, ask, must } from '../ask.ts'
import { type Cluster, PASSWORD } from '../cluster.ts'
import type { Observed } from './history-model.ts'
import type { Step } from './history-plan.ts'

/** The records of a history, made for it alone, which all of its callers work on. */
export interface Records {
  readonly n: number
  /** An asset that one person holds at most. */
  readonly one: Answer
  /** The id of an asset of which there are three. */
  readonly some: string
  readonly persons: readonly string[]
  /** The identities of the first person, of which one is current at most. */
  readonly identities: readonly string[]
  /** Places, each of which may lie within another. */
  readonly places: readonly string[]
}

/** What holds for all histories. */
export interface World {
  readonly token: string
  readonly serialized: string
  readonly countable: string
  readonly placeType: string
}

const PIECES = 3

const idOf = ({ json }: Answer) => String(json.id)

export async function openWorld(cluster: Cluster): Promise<World> {
  const { token } = await cluster.signUp('ada')
  const make = async (path: string, json: object) =>
    idOf(await must(cluster.address(), `POST ${path}`, { token, json }))
  return {
    token,
    serialized: await make('/asset-models', { name: 'Laptop', tracking_type: 'serialized' }),
    countable: await make('/asset-models', { name: 'Cable', tracking_type: 'countable' }),
    placeType: await make('/location-types', { name: 'Site' }),
  }
}

export async function makeRecords(cluster: Cluster, world: World, n: number): Promise<Records> {
  const make = (path: string, json: object) =>
    must(cluster.address(), `POST ${path}`, { token: world.token, json })
  const ids: string[] = []
  for (const first_name of ['Ada', 'Bob'])
    ids.push(idOf(await make('/persons', { identity: { first_name, last_name: `Of ${n}` } })))
  const identities: string[] = []
  for (const first_name of ['Augusta', 'Ida'])
    identities.push(idOf(await make(`/persons/${ids[0]}/identities`, { first_name, last_name: `Of ${n}` })))
  const places: string[] = []
  for (const name of ['North', 'South', 'West'])
    places.push(idOf(await make('/locations', { type_id: world.placeType, name: `${name} ${n}` })))
  return {
    n,
    one: await make('/assets', { model_id: world.serialized, name: `One ${n}`, serial_number: `H${n}` }),
    some: idOf(await make('/assets', { model_id: world.countable, name: `Some ${n}`, quantity: PIECES })),
    persons: ids,
    identities,
    places,
  }
}

export const observationOf = (
  kind: Observed['kind'],
  { json, began, ended }: Answer,
  basis?: number,
): Observed => ({
  kind,
  version: Number(json.version),
  name: String(json.name),
  ...(basis === undefined ? {} : { basis }),
  began,
  ended,
})

/** What the callers of one history have seen. */
export class Notes {
  readonly observed: Observed[] = []
  readonly unexpected: string[] = []
  /** The records that were made under the one key. */
  readonly keyed = new Set<string>()
  names = 0
  requests = 0

  /** Keeps an answer whose status is none that the rules allow. */
  allow(allowed: readonly number[], answer: Answer): Answer {
    this.requests += 1
    if (!allowed.includes(answer.status))
      this.unexpected.push(`unexpected answer ${answer.status} ${answer.text.slice(0, 160)}`)
    return answer
  }
}

type Send = (request: string, asked?: { json?: unknown; headers?: Record<string, string> }) => Promise<Answer>

const pick = <T>(values: readonly T[], choice: number): T => {
  const value = values[choice % values.length]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}

/** How each kind of step is done. A change is refused only where another one of the history stands in its way. */
const steps: Readonly<
  Record<Step['kind'], (send: Send, records: Records, notes: Notes, choice: number) => Promise<unknown>>
> = {
  async read(send, { one }, notes) {
    const read = notes.allow([200], await send(`GET /assets/${idOf(one)}`))
    notes.observed.push(observationOf('read', read))
    return read
  },
  async rename(send, { n, one }, notes) {
    const read = notes.allow([200], await send(`GET /assets/${idOf(one)}`))
    notes.observed.push(observationOf('read', read))
    notes.names += 1
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const json = { name: `One ${n} as ${notes.names}` }
    const changed = notes.allow([200, 412], await send(`PATCH /assets/${idOf(one)}`, { headers, json }))
    if (changed.status === 200)
      notes.observed.push(observationOf('changed', changed, Number(read.json.version)))
  },
  async hold(send, { one, persons }, notes, choice) {
    const json = { person_id: pick(persons, choice) }
    const made = notes.allow([201, 409], await send(`POST /assets/${idOf(one)}/assignments`, { json }))
    if (made.status === 201)
      notes.allow([200], await send(`POST /assignments/${idOf(made)}/close`, { json: {} }))
  },
  async take(send, { some, persons }, notes, choice) {
    const json = { person_id: pick(persons, choice), quantity: 2 }
    notes.allow([201, 409], await send(`POST /assets/${some}/assignments`, { json }))
  },
  async repeat(send, { n }, notes) {
    const headers = { 'idempotency-key': `history-${n}` }
    const json = { name: `Keyed ${n}`, tracking_type: 'countable' }
    const made = notes.allow([201, 409], await send('POST /asset-models', { headers, json }))
    if (made.status === 201) notes.keyed.add(idOf(made))
  },
  async register(send, { n }, notes) {
    const json = { email: `user${n}@example.org`, password: PASSWORD }
    // Passwords are hashed a few at a time; whoever would wait longer is refused.
    notes.allow([201, 409, 503], await send('POST /users', { json }))
  },
  async identify(send, { persons, identities }, notes, choice) {
    const json = { identity_id: pick(identities, choice) }
    notes.allow([200], await send(`POST /persons/${persons[0]}/current-identity`, { json }))
  },
  async reach(send, { n, persons }, notes, choice) {
    notes.names += 1
    const json = { type: 'email', value: `reach${n}-${notes.names}@example.org`, sort_order: choice }
    notes.allow([201], await send(`POST /persons/${persons[0]}/contacts`, { json }))
  },
  async reorder(send, { persons }, notes) {
    const listed = notes.allow([200], await send(`GET /persons/${persons[0]}/contacts?limit=100`))
    const contacts = Array.isArray(listed.json.data) ? listed.json.data : []
    const contact_ids = contacts.map(({ id }) => id).reverse()
    const answer = await send(`PUT /persons/${persons[0]}/contacts/order`, { json: { contact_ids } })
    // A contact that another caller has added meanwhile is missing in the order.
    notes.allow([200, 422], answer)
  },
  async nest(send, { places }, notes, choice) {
    const json = { parent_id: pick(places, choice + 1 + Math.floor(choice / places.length)) }
    notes.allow([200, 409, 422], await send(`PATCH /locations/${pick(places, choice)}`, { json }))
  },
}

/** Takes the steps of one caller, one after the other. */
export async function takeSteps(
  cluster: Cluster,
  { token }: World,
  records: Records,
  notes: Notes,
  plan: readonly Step[],
): Promise<void> {
  for (const { kind, instance, choice } of plan) {
    const send: Send = (request, asked) => ask(cluster.address(instance), request, { token, ...asked })
    await steps[kind](send, records, notes, choice)
  }
}

/** What is wrong with what is stored in the end, whoever came first. */
export async function storedFaults(
  { database: { sql } }: Cluster,
  { n, one, some, persons, places }: Records,
): Promise<{ version: number; faults: string[] }> {
  const [row] = await sql<
    {
      version: number
      keyed: number
      holders: number
      pieces: number
      negative: number
      users: number
      current: number
      gaps: number
      nested: number
    }[]
  >`
    with recursive upward (start, id, depth) as (
      select id, parent_id, 1 from locations where id = any (${places})
      union all
      select u.start, l.parent_id, u.depth + 1 from upward u join locations l on l.id = u.id where u.depth < 10)
    select (select version::int from assets where id = ${idOf(one)}) as version,
           (select count(*)::int from asset_models where name = ${`Keyed ${n}`}) as keyed,
           (select count(*)::int from asset_assignments where asset_id = ${idOf(one)} and closed_at is null) as holders,
           (select coalesce(sum(quantity), 0)::int from asset_stock where asset_id = ${some})
             + (select coalesce(sum(quantity), 0)::int from asset_assignments where asset_id = ${some} and closed_at is null) as pieces,
           (select count(*)::int from asset_stock where asset_id = ${some} and quantity < 0) as negative,
           (select count(*)::int from users where email = ${`user${n}@example.org`}) as users,
           (select count(*)::int from identities where person_id = ${persons[0] ?? ''} and is_current) as current,
           (select count(*)::int from (
              select sort_order, row_number() over (order by sort_order) - 1 as place
                from contacts where person_id = ${persons[0] ?? ''}) c
             where sort_order <> place) as gaps,
           (select count(*)::int from upward where id = start) as nested`
  if (!row) throw new Error('nothing is stored')
  const faults = [
    row.keyed > 1 && `a key made ${row.keyed} records`,
    row.holders > 1 && `${row.holders} holders of one asset`,
    (row.pieces !== PIECES || row.negative > 0) && `${row.pieces} pieces of ${PIECES}`,
    row.users > 1 && `${row.users} users of one address`,
    row.current !== 1 && `${row.current} current identities`,
    row.gaps > 0 && `${row.gaps} contacts that are not at their place`,
    row.nested > 0 && `${row.nested} places within themselves`,
  ]
  return { version: row.version, faults: faults.filter((fault) => fault !== false) }
}
