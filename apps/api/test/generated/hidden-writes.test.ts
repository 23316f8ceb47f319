import { type EndpointSpec, pathParameters, READ_SENSITIVE } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { validCall } from './calls.ts'
import { type Side, useComparison } from './comparison.ts'
import { operationNamed, operationsWhere } from './operations.ts'
import { useWorlds } from './worlds.ts'

const worlds = useWorlds()
const comparison = useComparison(worlds)

const ofPersons = operationsWhere(({ permission }) => permission.startsWith('persons:'))
const namingParts = ofPersons.filter(({ endpoint }) =>
  pathParameters(endpoint.path).some((name) => name === 'contact_id' || name === 'identity_id'),
)

const hiddenContacts = [
  { type: 'email', value: 'PRIVATE@example.org', label: 'Home' },
  { type: 'email', value: 'private@example.org', label: 'work' },
  { type: 'mobile', value: '+44 7700 900999', label: 'work' },
  { type: 'address', value: 'hidden  lane 1' },
  { type: 'emergency', value: 'Hidden aunt' },
] as const

/** The user may write persons, but may not read their sensitive members. */
describe('the answers to writes, and what is read after them, do not disclose what is hidden:', () => {
  const contacts = (name: string) => operationNamed('contacts', name).endpoint
  const identities = (name: string) => operationNamed('identities', name).endpoint
  const { endpoint: setCurrent } = operationNamed('currentIdentities', 'set')
  const person = (side: Side, at: number) => ({ person_id: comparison().visible[side].persons[at] ?? '' })
  const contact = (side: Side, at: number) => ({ contact_id: comparison().visible[side].contacts[at] ?? '' })

  /** Compares the answers, and all contacts, identities and persons that can be read afterwards. */
  async function compareAll(
    endpoint: EndpointSpec,
    callOf: Parameters<ReturnType<typeof comparison>['compare']>[1],
  ) {
    const answers = await comparison().compare(endpoint, callOf)
    for (const read of [contacts('list'), identities('list'), operationNamed('persons', 'list').endpoint])
      await comparison().compare(read, () => ({ query: { count: true } }))
    return answers
  }

  test.each(hiddenContacts)('a contact $type $value ($label) is added', async (body) => {
    const { secret } = await compareAll(contacts('createOfPerson'), (side) => ({
      params: person(side, 0),
      body,
    }))
    expect(secret.status).toBe(201)
  })

  test.each(hiddenContacts)('a contact becomes $type $value ($label)', async (body) => {
    const value = `${body.type}-${body.value.length}@example.org`
    const made = await comparison().compare(contacts('createOfPerson'), (side) => ({
      params: person(side, 1),
      body: { type: 'email', value, label: 'Work' },
    }))
    const { secret } = await compareAll(contacts('update'), (side) => ({
      params: { contact_id: String(Reflect.get(Object(made[side].json), 'id')) },
      body,
    }))
    expect(secret.status).toBe(200)
  })

  test('contacts that the caller reads are ordered and deleted', async () => {
    const listed = await comparison().compare(contacts('listOfPerson'), (side) => ({
      params: person(side, 0),
    }))
    const idsOf = (side: Side) =>
      (listed[side].json as readonly { readonly id: string }[]).map(({ id }) => id)
    const reordered = await compareAll(contacts('reorder'), (side) => ({
      params: person(side, 0),
      body: { contact_ids: idsOf(side).reverse() },
    }))
    expect(reordered.secret.status).toBe(200)
    await compareAll(contacts('reorder'), (side) => ({
      params: person(side, 0),
      body: { contact_ids: idsOf(side).slice(1) },
    }))
    await compareAll(contacts('reorder'), (side) => ({
      params: person(side, 0),
      body: { contact_ids: [...idsOf(side), side === 'secret' ? comparison().hidden.contacts[0] : newId()] },
    }))
    await compareAll(contacts('delete'), (side) => ({ params: contact(side, 0) }))
    await compareAll(contacts('delete'), (side) => ({ params: contact(side, 2) }))
  })

  test('a person without a name, as far as the caller sees, is named', async () => {
    const at = comparison().visible.secret.persons.length - 2
    const { secret } = await compareAll(identities('createForPerson'), (side) => ({
      params: person(side, at),
      body: { first_name: 'Grace', last_name: 'Hopper' },
    }))
    expect(secret.json).toMatchObject({ is_current: true })
  })

  test('an identity becomes a former name', async () => {
    const placeOf = (side: Side) =>
      comparison().visible[side].identities[2] ?? { person_id: '', identity_id: '' }
    const { secret } = await compareAll(identities('update'), (side) => ({
      params: { identity_id: placeOf(side).identity_id },
      body: { identity_type: 'former' },
    }))
    expect(secret.json).toMatchObject({ identity_type: 'former', last_name: null, display_name: null })
  })

  test('a hidden name does not become the current one', async () => {
    const { secret } = await compareAll(setCurrent, (side) => ({
      params: person(side, 1),
      body: { identity_id: side === 'secret' ? comparison().hidden.identities[0]?.identity_id : newId() },
    }))
    expect(secret.status).toBe(422)
  })

  test('a person is changed, archived and restored', async () => {
    for (const body of [{ birth_date: '2014-03-09' }, { birth_date: null }, { external_id: 'S-changed' }]) {
      const { secret } = await compareAll(operationNamed('persons', 'update').endpoint, (side) => ({
        params: person(side, 0),
        body,
      }))
      expect(secret.json).toMatchObject({ birth_date: null, redacted: ['birth_date'] })
    }
    for (const move of ['archive', 'restore'])
      await compareAll(operationNamed('persons', move).endpoint, (side) => ({ params: person(side, 0) }))
  })
})

/** The text of an answer without the ids that were sent and the request id. */
const without = (text: string, ids: readonly string[]) =>
  ids.reduce((rest, id) => rest.replaceAll(id, 'sent'), text).replace(/"request_id":"[^"]*"/, '')

describe.each(namingParts)('$place', (operation) => {
  const { endpoint } = operation

  test('does not tell a hidden record from an unknown one', async () => {
    const { hidden, visible, send } = comparison()
    const { body, query } = await validCall(worlds.mine, operation)
    const names = pathParameters(endpoint.path)
    const place = (identity: { person_id: string; identity_id: string }, contact_id: string) =>
      Object.fromEntries(Object.entries({ ...identity, contact_id }).filter(([name]) => names.includes(name)))
    const isOfContact = names.includes('contact_id')
    const [owner = { person_id: '', identity_id: '' }] = isOfContact
      ? visible.secret.identities
      : hidden.identities
    for (const contact_id of isOfContact ? hidden.contacts : ['']) {
      const known = place(owner, contact_id)
      const unknown = place({ person_id: owner.person_id, identity_id: newId() }, newId())
      const answers = [
        await send('secret', endpoint, { params: known, body, query }),
        await send('secret', endpoint, { params: unknown, body, query }),
      ]
      // The history of names and contacts requires the permission for sensitive members before any lookup.
      const expected = endpoint.permission === READ_SENSITIVE ? 403 : 404
      expect(answers.map(({ status }) => status)).toEqual([expected, expected])
      const [one, other] = answers.map(({ text }, at) =>
        without(text, Object.values([known, unknown][at] ?? {})),
      )
      expect(one).toBe(other)
    }
  })
})
