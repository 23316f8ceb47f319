import { type EndpointSpec, idParameters, pathParameters } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import {
  bringTo,
  cachedCall,
  callToSucceed,
  codeOf,
  lifecycleOf,
  masked,
  sampleOf,
  validCall,
} from './calls.ts'
import { type Operation, operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** Operations with ids in their path, once for each id. */
const slots = operationsWhere(({ path }) => path.includes('{'))
  .flatMap((operation) => idParameters(operation.endpoint).map((slot) => ({ ...operation, slot })))
  .map((slot, at) => ({ ...slot, at }))

const malformed = [
  '1',
  'nonsense',
  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  `${newId()}0`,
  newId().slice(1),
  `${newId().slice(1)}U`,
]

/**
 * One function refuses malformed ids in every path, before any query. So all of them are tried on the first operation of each
 * method and where a key is accepted, which is looked up. Every other operation gets one of them, in turn.
 */
const malformedFor = ({ at, slot, endpoint }: (typeof slots)[number]) =>
  endpoint.takesKey === slot || at === slots.findIndex((one) => one.endpoint.method === endpoint.method)
    ? malformed
    : [malformed[at % malformed.length] ?? '']

describe.each(slots)('$place with {$slot}', (operation) => {
  const { endpoint, slot } = operation
  const named = (call: Call, id: string): Call => ({ ...call, params: { ...call.params, [slot]: id } })
  const idIn = (call: Call) => call.params?.[slot] ?? ''

  test('in lower case: the same record, whose id is answered in upper case', async () => {
    const call = await callToSucceed(worlds.mine, operation)
    const answer = await send(worlds.mine, endpoint, named(call, idIn(call).toLowerCase()))
    expect(answer.status).toBe(endpoint.success.status)
    const reply = membersOf(answer.json)
    // A record below the one in the path has another id.
    const isOfRecord = slot === pathParameters(endpoint.path).at(-1) && answer.status !== 201
    // An answer may be another record, which then names the one of the path.
    if (reply.id !== undefined && isOfRecord) expect(reply[slot] ?? reply.id).toBe(idIn(call))
  })

  test('of another tenant, unknown or malformed: the same 404, byte for byte, and nothing changes', async () => {
    const call = await cachedCall(worlds.mine, operation)
    const theirs = await cachedCall(worlds.other, operation)
    const before = await worlds.fingerprint()
    const unknown = newId()
    const expected = masked(await send(worlds.mine, endpoint, named(call, unknown)), unknown)
    expect(expected).toMatchObject({ status: 404, code: 'not_found' })
    for (const id of [
      idIn(theirs),
      idIn(theirs).toLowerCase(),
      worlds.other.tenantId,
      ...malformedFor(operation),
    ]) {
      const answer = await send(worlds.mine, endpoint, named(call, id))
      expect(masked(answer, id)).toEqual(expected)
    }
    expect(await worlds.fingerprint()).toBe(before)
  })

  test('of the root tenant: read where it is shared, changed nowhere else', async () => {
    const call = await (endpoint.success.status === 201 ? validCall : cachedCall)(worlds.mine, operation)
    const roots = await callToSucceed(worlds.root, operation)
    const before = await worlds.fingerprint()
    const answer = await send(worlds.mine, endpoint, named(call, idIn(roots)))
    // A record that is created below a shared record belongs to the tenant.
    const isAdmitted = endpoint.method === 'get' || endpoint.success.status === 201
    const expected = !isShared(slot)
      ? [404, 'not_found']
      : isAdmitted
        ? [endpoint.success.status, undefined]
        : [403, 'read_only_shared_record']
    expect([answer.status, codeOf(answer)]).toEqual(expected)
    if (answer.status !== 201) expect(await worlds.fingerprint()).toBe(before)
    const operators = await send(worlds.root, endpoint, named(roots, idIn(roots)))
    expect(operators.status).toBe(endpoint.success.status)
  })
})

test.each(['%00', '..%2f', '01ARZ3NDEKTSV4RRFFQ69G5FAV%20', "'%20or%20'1'='1", '%E2%82%AC'])(
  'an id that is sent as %s names nothing, and the problem tells its path as it was sent',
  async (id) => {
    const [{ endpoint, slot }] = slots as [(typeof slots)[number]]
    const answer = await send(worlds.mine, endpoint, { params: { [slot]: id } })
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found'])
  },
)

describe.each(slots.filter(({ group }) => sampleOf(group).lifecycle?.states.archived))(
  '$place with {$slot} of an archived record',
  (operation) => {
    const { endpoint, group, slot } = operation

    test('reads and deletes it, moves it by its lifecycle, changes it in no other way', async () => {
      const call = await validCall(worlds.mine, operation)
      await bringTo(worlds.mine, group, call.params?.[slot] ?? '', 'archived')
      const before = await worlds.fingerprint()
      const expected = expectedWhenArchived(operation, endpoint)
      const changesNothing = endpoint.move?.to === 'archived'
      const answer = await send(worlds.mine, endpoint, { ...call, changesNothing })
      expect([answer.status, codeOf(answer)]).toEqual(expected)
      if (answer.status >= 400) expect(await worlds.fingerprint()).toBe(before)
    })
  },
)

/**
 * For an archived record, GET and DELETE always succeed, moves follow the lifecycle, and everything else is refused (archived in
 * docs/glossary.md). The log of a tenant is read in the tenant, where every request is refused while it is archived.
 */
function expectedWhenArchived({ group, place }: Operation, { method, move, success }: EndpointSpec) {
  const done = [success.status, undefined]
  if (place === 'tenants.history') return [409, 'record_archived']
  if (method === 'get' || method === 'delete') return done
  if (!move) return [409, isStateMachine(group) ? 'invalid_transition' : 'record_archived']
  const { idempotent } = lifecycleOf(group)
  if (move.from.includes('archived') || (idempotent && move.to === 'archived')) return done
  return [409, 'invalid_transition']
}

/** True if archived is one state of several: then the code is that of the lifecycle. */
const isStateMachine = (group: Operation['group']) => !lifecycleOf(group).idempotent

/** True if the record of the slot can belong to the root tenant and be seen by all tenants. */
function isShared(slot: string): boolean {
  const reading = operationsWhere(({ method }) => method === 'get').find(
    ({ name, endpoint }) => name === 'get' && endpoint.path.endsWith(`/{${slot}}`),
  )
  return (
    reading !== undefined &&
    'body' in reading.endpoint.success &&
    'is_shared' in shapeOf(reading.endpoint.success.body)
  )
}
