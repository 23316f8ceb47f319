import { type Answer, ask } from '../ask.ts'
import { type Cluster, PASSWORD } from '../cluster.ts'
import { pick } from '../pick.ts'
import type { Interval, Observed } from './history-model.ts'
import type { Step } from './history-plan.ts'
import { idOf, type Records, type World } from './history-records.ts'

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

/** The observations of the callers of one history. */
export class Notes {
  readonly observed: Observed[] = []
  readonly unexpected: string[] = []
  /** The ids of the records created with the one Idempotency-Key. */
  readonly keyed = new Set<string>()
  /** The time for which each assignment certainly had the one asset. */
  readonly held: Interval[] = []
  /** How often each kind of step has succeeded. */
  readonly done = new Map<Step['kind'], number>()
  names = 0
  requests = 0

  /** Records an answer as unexpected if neither its status nor its code is allowed. */
  allow(allowed: readonly (number | string)[], answer: Answer): Answer {
    this.requests += 1
    if (![answer.status, String(answer.json.code)].some((one) => allowed.includes(one)))
      this.unexpected.push(`unexpected answer ${answer.status} ${answer.text.slice(0, 160)}`)
    return answer
  }

  /** Counts a step if its last answer is a success. */
  count(kind: Step['kind'], { status }: Answer): void {
    if (status < 300) this.done.set(kind, (this.done.get(kind) ?? 0) + 1)
  }
}

type Send = (request: string, asked?: { json?: unknown; headers?: Record<string, string> }) => Promise<Answer>

/** The requests of each kind of step; returns the last answer. */
const calls: Readonly<
  Record<Step['kind'], (send: Send, records: Records, notes: Notes, choice: number) => Promise<Answer>>
> = {
  async read(send, { one }, notes) {
    const answer = notes.allow([200], await send(`GET /assets/${idOf(one)}`))
    notes.observed.push(observationOf('read', answer))
    if (answer.json.quantity !== 1) notes.unexpected.push(`${answer.json.quantity} pieces of a single asset`)
    return answer
  },
  async rename(send, records, notes, choice) {
    const read = await calls.read(send, records, notes, choice)
    notes.names += 1
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const json = { name: `One ${records.n} as ${notes.names}` }
    const answer = notes.allow(
      [200, 412],
      await send(`PATCH /assets/${idOf(records.one)}`, { headers, json }),
    )
    if (answer.status === 200)
      notes.observed.push(observationOf('changed', answer, Number(read.json.version)))
    return answer
  },
  async hold(send, { one, persons }, notes, choice) {
    const json = { person_id: pick(persons, choice) }
    const made = notes.allow([201, 409], await send(`POST /assets/${idOf(one)}/assignments`, { json }))
    if (made.status !== 201) return made
    const closed = await send(`POST /assignments/${idOf(made)}/close`, { json: {} })
    notes.held.push({ from: made.ended, to: closed.began })
    return notes.allow([200], closed)
  },
  async take(send, { some, persons }, notes, choice) {
    const json = { person_id: pick(persons, choice), quantity: 2 }
    return notes.allow([201, 409, 422], await send(`POST /assets/${some}/assignments`, { json }))
  },
  async carry(send, { some, places }, notes, choice) {
    const json = {
      asset_id: some,
      circulation_type: 'move',
      location_id: pick(places, choice),
      // Without it, the pieces come from the only location that has any, if there is just one.
      ...(choice < places.length ? {} : { from_location_id: pick(places, choice + 1) }),
      quantity: 1,
    }
    return notes.allow([201, 409, 422], await send('POST /asset-circulations', { json }))
  },
  async repeat(send, { n, countable }, notes) {
    const headers = { 'idempotency-key': `history-${n}` }
    const json = { model_id: countable, name: `Keyed ${n}` }
    // Names of assets are not unique: only the key prevents a second asset.
    const answer = notes.allow(
      [201, 'idempotency_in_progress'],
      await send('POST /assets', { headers, json }),
    )
    if (answer.status === 201) notes.keyed.add(idOf(answer))
    return answer
  },
  async register(send, { n }, notes) {
    const json = { email: `user${n}@example.org`, password: PASSWORD }
    // Only a few passwords are hashed at a time; a request that would wait too long gets 503.
    return notes.allow([201, 409, 503], await send('POST /users', { json }))
  },
  async identify(send, { persons, identities }, notes, choice) {
    const json = { identity_id: pick(identities, choice) }
    return notes.allow([200], await send(`POST /persons/${persons[0]}/current-identity`, { json }))
  },
  async reach(send, { n, persons }, notes, choice) {
    notes.names += 1
    const json = { type: 'email', value: `reach${n}-${notes.names}@example.org`, sort_order: choice }
    return notes.allow([201], await send(`POST /persons/${persons[0]}/contacts`, { json }))
  },
  async reorder(send, { persons }, notes) {
    const listed = notes.allow([200], await send(`GET /persons/${persons[0]}/contacts?limit=100`))
    const contacts: readonly { id: string }[] = JSON.parse(listed.text)
    const json = { contact_ids: contacts.map(({ id }) => id).reverse() }
    // 422: another caller has added a contact meanwhile, which is missing in the order.
    return notes.allow([200, 422], await send(`PUT /persons/${persons[0]}/contacts/order`, { json }))
  },
  async nest(send, { places }, notes, choice) {
    const [inner, outer] = pick(nestings, choice)
    const json = { parent_id: places[outer] }
    return notes.allow([200, 'cycle_detected'], await send(`PATCH /locations/${places[inner]}`, { json }))
  },
  async turn(send, { years }, notes, choice) {
    return notes.allow([200], await send(`POST /school-years/${pick(years, choice)}/make-current`))
  },
}

/** Pairs of places by index: the first is moved into the second. */
const nestings = [
  [0, 1],
  [1, 2],
  [2, 0],
  [1, 0],
  [2, 1],
  [0, 2],
] as const

/** Runs the steps of one caller, one after the other. */
export async function takeSteps(
  cluster: Cluster,
  { token }: World,
  records: Records,
  notes: Notes,
  plan: readonly Step[],
): Promise<void> {
  for (const { kind, instance, choice } of plan) {
    const send: Send = (request, asked) => ask(cluster.address(instance), request, { token, ...asked })
    notes.count(kind, await calls[kind](send, records, notes, choice))
  }
}
