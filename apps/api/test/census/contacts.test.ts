import { newKey } from '@commonhold/contract/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { moreStatements } from '../counted-statements.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant } from '../world.ts'

let service: TestService
let owner: TestUser
let tenantId: string
let client: TestUser['client']

beforeAll(async () => {
  service = await startService({ ROLE: 'api' })
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
  client = service.as(owner.token, tenantId)
})
afterAll(() => service.stop())

const newPerson = async () =>
  (await client.persons.create({ identity: { first_name: 'Ada', last_name: 'King' } })).id

/** A person with so many contacts, and their ids in order. */
async function withContacts(count: number) {
  const person_id = await newPerson()
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(
      (await client.persons.contacts.create({ person_id }, { type: 'other', value: `Number ${n}` })).id,
    )
  return { person_id, ids }
}

const listed = (person_id: string) => client.persons.contacts.list({ person_id })
const order = async (person_id: string) => (await listed(person_id)).map(({ id }) => id)
const places = async (person_id: string) => (await listed(person_id)).map(({ sort_order }) => sort_order)

describe('the value of a contact', () => {
  test.each([
    ['email', 'Ada@Example.org', 'ada@example.org'],
    ['phone', '+44 (20) 7946-0018', '+442079460018'],
    ['phone', '+44 (0)20 7946 0018', '+442079460018'],
    ['mobile', '0151 / 123 45', '015112345'],
    ['website', 'HTTPS://Example.org', 'https://example.org/'],
    ['messenger', '@Ada  King', '@ada king'],
  ] as const)('of the type %s may be %s', async (type, value, normalized_value) => {
    const person_id = await newPerson()
    const made = await client.persons.contacts.create({ person_id }, { type, value })
    expect(made).toMatchObject({ value, normalized_value, sort_order: 0, is_primary: true })
  })

  test.each([
    ['email', 'ada'],
    ['email', `${'a'.repeat(250)}@example.org`],
    ['phone', 'call me'],
    ['phone', '+'],
    ['fax', '1'.repeat(33)],
    ['website', 'ftp://example.org'],
    ['website', 'javascript:alert(1)'],
  ] as const)('of the type %s may not be %s', async (type, value) => {
    const person_id = await newPerson()
    const refused = await client.persons.contacts.create.safe({ person_id }, { type, value })
    expect(refused).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    expect(await listed(person_id)).toEqual([])
  })

  test('follows the type when that changes', async () => {
    const person_id = await newPerson()
    const { id: contact_id } = await client.persons.contacts.create(
      { person_id },
      { type: 'other', value: 'me' },
    )
    const refused = await client.contacts.update.safe({ contact_id }, { type: 'email' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    const changed = await client.contacts.update({ contact_id }, { type: 'email', value: 'Me@example.org' })
    expect(changed).toMatchObject({ type: 'email', normalized_value: 'me@example.org' })
  })

  test('is there once for an owner and a type, however it is written and whoever else has it', async () => {
    const first = await newPerson()
    const second = await newPerson()
    await client.persons.contacts.create({ person_id: first }, { type: 'email', value: 'same@example.org' })
    const again = { type: 'email' as const, value: 'SAME@example.org' }
    const refused = await client.persons.contacts.create.safe({ person_id: first }, again)
    expect(refused).toMatchObject({ ok: false, error: { code: 'already_exists' } })
    expect((await client.persons.contacts.create({ person_id: second }, again)).person_id).toBe(second)
  })
})

describe('the order of contacts', () => {
  test('has no gaps after one is deleted', async () => {
    const { person_id, ids } = await withContacts(4)
    await client.persons.contacts.delete({ person_id, contact_id: ids[1] ?? '' })
    expect(await places(person_id)).toEqual([0, 1, 2])
    expect(await order(person_id)).toEqual([ids[0], ids[2], ids[3]])
  })

  test('is the requested one; the first of its type is the primary one', async () => {
    const { person_id, ids } = await withContacts(3)
    const expected = [ids[2] ?? '', ids[0] ?? '', ids[1] ?? '']
    const answered = await client.persons.contacts.order({ person_id }, { contact_ids: expected })
    expect(answered.map(({ id }) => id)).toEqual(expected)
    expect(answered.map(({ is_primary }) => is_primary)).toEqual([true, false, false])
    expect(await order(person_id)).toEqual(expected)
  })

  test('takes as many statements for many contacts as for few', async () => {
    const reversing = async (count: number) => {
      const { person_id } = await withContacts(count)
      let contact_ids = await order(person_id)
      return () => {
        contact_ids = contact_ids.toReversed()
        return client.persons.contacts.order({ person_id }, { contact_ids })
      }
    }
    const [few, many] = [await reversing(3), await reversing(12)]
    await few()
    expect(await moreStatements(few, many)).toEqual({ statements: 0, rounds: 0 })
  })

  test('is refused with what is missing, unknown or named twice, and stays', async () => {
    const { person_id, ids } = await withContacts(3)
    const { ids: others } = await withContacts(1)
    for (const [contact_ids, told] of [
      [ids.slice(1), ids[0]],
      [[...ids, ...others], others[0]],
      [[...ids, newId()], 'unknown'],
      [[...ids, ids[0] ?? ''], 'repeated'],
    ] as const) {
      const refused = await client.persons.contacts.order.safe(
        { person_id },
        { contact_ids: [...contact_ids] },
      )
      expect(refused).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
      expect(JSON.stringify(refused.ok || refused.error)).toContain(told)
    }
    expect(await order(person_id)).toEqual(ids)
  })

  test.each([1, 2, 3, 4, 5])(
    'stays a permutation without gaps while many change, add and delete at once, round %i',
    async () => {
      const { person_id, ids } = await withContacts(8)
      const rotated = (by: number) => [...ids.slice(by), ...ids.slice(0, by)]
      const answers = await Promise.all(
        Array.from({ length: 16 }, async (_, n) => {
          if (n % 8 === 3)
            return client.persons.contacts.create.safe({ person_id }, { type: 'other', value: newKey() })
          if (n % 8 === 7) return client.contacts.delete.safe({ contact_id: ids[n % 3] ?? '' })
          return client.persons.contacts.order.safe({ person_id }, { contact_ids: rotated(n % 8) })
        }),
      )
      // A request that comes too late no longer lists exactly the contacts that exist, and is refused.
      for (const answer of answers)
        if (!answer.ok) expect(answer).toMatchObject({ error: { code: 'validation_failed' } })
      expect(await places(person_id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    },
  )

  test('is one of the requested ones, when many are requested at once', async () => {
    const { person_id, ids } = await withContacts(6)
    const expected = Array.from({ length: 32 }, (_, n) => [...ids.slice(n % 6), ...ids.slice(0, n % 6)])
    const answers = await Promise.all(
      expected.map((contact_ids) => client.persons.contacts.order({ person_id }, { contact_ids })),
    )
    expect(answers.map((answer) => answer.map(({ id }) => id))).toEqual(expected)
    expect(expected).toContainEqual(await order(person_id))
    expect(await places(person_id)).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('contacts of identities', () => {
  test('are listed among those of the person when requested', async () => {
    const { person_id } = await withContacts(1)
    const { id: identity_id } = await client.persons.currentIdentity.get({ person_id })
    const made = await client.persons.identities.contacts.create(
      { person_id, identity_id },
      { type: 'other', value: 'Alias' },
    )
    expect(made).toMatchObject({ person_id: null, identity_id, sort_order: 0 })
    expect(await listed(person_id)).toHaveLength(1)
    expect(await client.persons.contacts.list({ person_id }, { include_identities: true })).toHaveLength(2)
  })

  test('are read and not changed when the identity is archived', async () => {
    const person_id = await newPerson()
    const identity = await client.persons.identities.create(
      { person_id },
      { first_name: 'Ada', last_name: 'King', identity_type: 'alias' },
    )
    const place = { person_id, identity_id: identity.id }
    const { id: contact_id } = await client.persons.identities.contacts.create(place, {
      type: 'other',
      value: 'Alias',
    })
    await client.persons.identities.archive(place)
    for (const attempt of [
      client.persons.identities.contacts.create.safe(place, { type: 'other', value: 'Another' }),
      client.contacts.update.safe({ contact_id }, { label: 'x' }),
      client.contacts.delete.safe({ contact_id }),
    ])
      expect(await attempt).toMatchObject({ ok: false, error: { code: 'record_archived' } })
    expect((await client.contacts.get({ contact_id })).label).toBeNull()
  })

  test('are not found below another person', async () => {
    const { person_id, ids } = await withContacts(1)
    const other = await newPerson()
    const place = { person_id: other, contact_id: ids[0] ?? '' }
    const strayed = {
      person_id: other,
      identity_id: (await client.persons.currentIdentity.get({ person_id })).id,
    }
    for (const attempt of [
      client.persons.contacts.get.safe(place),
      client.persons.contacts.update.safe(place, { label: 'x' }),
      client.persons.contacts.delete.safe(place),
      client.persons.identities.contacts.list.safe(strayed),
      client.persons.identities.contacts.create.safe(strayed, { type: 'other', value: 'Alias' }),
    ])
      expect(await attempt).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await order(person_id)).toEqual(ids)
  })
})

test('contacts of an identity are listed by as many statements as those of a person', async () => {
  const person_id = await newPerson()
  const [identity] = await client.persons.identities.list({ person_id })
  const place = { person_id, identity_id: identity?.id ?? '' }
  const ofPerson = () => listed(person_id)
  const ofIdentity = () => client.persons.identities.contacts.list(place)
  await Promise.all([ofPerson(), ofIdentity()])
  expect(await moreStatements(ofPerson, ofIdentity)).toEqual({ statements: 0, rounds: 0 })
})

test('a person is made with contacts in one piece, or not at all', async () => {
  const contacts = [
    { type: 'email' as const, value: 'one@example.org' },
    { type: 'phone' as const, value: '+49 30 1234' },
  ]
  const { id: person_id } = await client.persons.create({ contacts })
  expect((await listed(person_id)).map(({ type }) => type)).toEqual(['email', 'phone'])
  const external_id = newId()
  const refused = await client.persons.create.safe({
    external_id,
    contacts: [...contacts, { type: 'email', value: 'nonsense' }],
  })
  expect(JSON.stringify(refused.ok || refused.error)).toContain('/contacts/2/value')
  expect(await client.persons.list({ external_id: [external_id] })).toEqual([])
})

test('contacts of a new person are in the order of the body', async () => {
  const contacts = [
    { type: 'email', value: 'first@example.org', label: 'work' },
    { type: 'other', value: 'Second' },
    { type: 'phone', value: '+49 30 1234', label: 'Work' },
    { type: 'mobile', value: '+49 170 1234', label: 'work' },
  ] as const
  const { id: person_id } = await client.persons.create({ contacts: [...contacts] })
  expect((await listed(person_id)).map(({ type }) => type)).toEqual(['email', 'other', 'phone', 'mobile'])
  expect(await places(person_id)).toEqual([0, 1, 2, 3])
  const stored = await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    return sql`select work_order from contacts where person_id = ${person_id} order by sort_order`
  })
  expect(stored.map(({ work_order }) => work_order)).toEqual([0, null, 1, 2])
})

test('a contact of a new person that is named twice is pointed at', async () => {
  const refused = await client.persons.create.safe({
    contacts: [
      { type: 'email', value: 'twice@example.org' },
      { type: 'email', value: 'Twice@example.org' },
    ],
  })
  const problem = { code: 'already_exists', field: 'contacts.1.value' }
  expect(refused).toMatchObject({ ok: false, error: { problem } })
})

test('a person with many contacts is made in as many rounds as one with a few', async () => {
  const making = (count: number) => () =>
    client.persons.create({
      contacts: Array.from({ length: count }, (_, n) => ({ type: 'other', value: `Number ${n}` })),
    })
  await making(2)()
  // One by one, 37 more contacts would need 37 more rounds. On a busy machine, some statements are sent after an answer.
  expect((await moreStatements(making(3), making(40))).rounds).toBeLessThan(10)
})

test('contacts of an archived person are read and not changed', async () => {
  const { person_id, ids } = await withContacts(1)
  await client.persons.archive({ person_id })
  expect(await order(person_id)).toEqual(ids)
  const refused = await client.persons.contacts.create.safe({ person_id }, { type: 'other', value: 'late' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'record_archived' } })
  const changed = await client.contacts.update.safe({ contact_id: ids[0] ?? '' }, { label: 'x' })
  expect(changed).toMatchObject({ ok: false, error: { code: 'record_archived' } })
})

test('a new contact goes to its position, or behind the others', async () => {
  const { person_id, ids } = await withContacts(3)
  const add = async (value: string, sort_order?: number) => {
    const body = { type: 'other' as const, value, ...(sort_order === undefined ? {} : { sort_order }) }
    const made = await client.persons.contacts.create({ person_id }, body)
    return [made.id, made.sort_order]
  }
  const [second, place] = await add('Second', 1)
  expect(place).toBe(1)
  const [last] = await add('Last', 99)
  const [very] = await add('Very last')
  expect(await order(person_id)).toEqual([ids[0], second, ids[1], ids[2], last, very])
  expect(await places(person_id)).toEqual([0, 1, 2, 3, 4, 5])
})
