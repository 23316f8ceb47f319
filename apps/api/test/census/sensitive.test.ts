import { permissionNames, READ_SENSITIVE } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityStore } from '../../src/census/identities.store.ts'
import { fill, type Reader, type Statement } from '../../src/db/statement.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

let service: TestService
let tenantId: string
let owner: TestUser['client']
let user: TestUser
let client: TestUser['client']

beforeAll(async () => {
  service = await startService()
  const ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
  owner = service.as(ada.token, tenantId)
  user = await service.signUp()
  client = service.as(user.token, tenantId)
})
afterAll(() => service.stop())

const grant = (...permissions: string[]) => grantOnly(service, tenantId, user, permissions)
const allButSensitive = permissionNames.filter((name) => name !== READ_SENSITIVE)

/** A person with sensitive members, created by the owner. */
async function pupil() {
  const { id: person_id } = await owner.persons.create({
    birth_date: '2014-03-09',
    identity: { first_name: 'Ada', last_name: 'King' },
    contacts: [
      { type: 'email', value: 'home@example.org', label: 'Home' },
      { type: 'email', value: 'ada@school.example', label: 'Work' },
      { type: 'address', value: 'ReadPoolName 1', label: 'Work' },
      { type: 'phone', value: '+44 20 7946 0018', label: 'WORK' },
    ],
  })
  const former = { first_name: 'Ada', last_name: 'Byron', identity_type: 'former' as const }
  const { id: identity_id } = await owner.persons.identities.create({ person_id }, former)
  return { person_id, identity_id }
}

describe.each([
  ['the permission', [...permissionNames]],
  ['the permission and that to read persons alone', ['persons:read', READ_SENSITIVE]],
  ['*', ['*']],
] as const)('with %s', (_, permissions) => {
  test('nothing of a person is hidden', async () => {
    const { person_id, identity_id } = await pupil()
    await grant(...permissions)
    expect(await client.persons.get({ person_id })).toMatchObject({ birth_date: '2014-03-09', redacted: [] })
    const listed = await client.persons.list({ birth_date__gte: '2014-03-09', sort: ['-birth_date'] })
    expect(listed.map(({ id }) => id)).toContain(person_id)
    expect(await client.identities.get({ identity_id })).toMatchObject({ last_name: 'Byron', redacted: [] })
    const contacts = await client.persons.contacts.list({ person_id })
    expect(
      contacts.map(({ value, sort_order, is_primary, redacted }) => [
        value,
        sort_order,
        is_primary,
        redacted,
      ]),
    ).toEqual([
      ['home@example.org', 0, true, []],
      ['ada@school.example', 1, false, []],
      ['ReadPoolName 1', 2, true, []],
      ['+44 20 7946 0018', 3, true, []],
    ])
  })
})

describe('with every permission but that for sensitive members', () => {
  test('the day of birth is null and named, and the rest is there', async () => {
    const { person_id } = await pupil()
    await grant(...allButSensitive)
    const hidden = { display_name: 'Ada King', birth_date: null, redacted: ['birth_date'] }
    expect(await client.persons.get({ person_id })).toMatchObject(hidden)
    expect((await client.persons.list()).find(({ id }) => id === person_id)).toMatchObject(hidden)
  })

  test.each([
    { birth_date__gte: '2014-01-01' },
    { birth_date__lt: '2014-01-01' },
    { birth_date__is_null: true },
    { sort: ['birth_date'] },
    { sort: ['display_name', '-birth_date'] },
  ])('persons are not listed by %o', async (query) => {
    await grant(...allButSensitive)
    expect(await client.persons.list.safe(query)).toMatchObject({
      ok: false,
      error: { status: 403, code: 'permission_denied', problem: { required_permission: READ_SENSITIVE } },
    })
  })

  test('work email and work phone are the contacts of a person', async () => {
    const { person_id } = await pupil()
    await grant(...allButSensitive)
    const contacts = await client.persons.contacts.list({ person_id })
    expect(contacts.map(({ value, sort_order, is_primary }) => [value, sort_order, is_primary])).toEqual([
      ['ada@school.example', 0, true],
      ['+44 20 7946 0018', 1, true],
    ])
    for (const { id } of await owner.persons.contacts.list({ person_id })) {
      const isShown = contacts.some((contact) => contact.id === id)
      expect((await client.contacts.get.safe({ contact_id: id })).ok).toBe(isShown)
    }
  })

  test('a former name is unknown, unless the person goes by it', async () => {
    const place = await pupil()
    await grant(...allButSensitive)
    expect(await client.identities.get.safe(place)).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect((await client.persons.identities.list(place)).map(({ last_name }) => last_name)).toEqual(['King'])
    await owner.persons.currentIdentity.set(place, { identity_id: place.identity_id })
    expect(await client.persons.currentIdentity.get(place)).toMatchObject({
      last_name: 'Byron',
      redacted: [],
    })
    expect(await client.persons.get(place)).toMatchObject({ display_name: 'Ada Byron' })
  })

  test('a name that is past its last day is a former one', async () => {
    const { person_id } = await pupil()
    const name = (last_name: string, more: object = {}) =>
      owner.persons.identities.create({ person_id }, { first_name: 'Ada', last_name, ...more })
    await name('Past', { valid_to_date: '2020-01-31' })
    await name('Present')
    await grant(...allButSensitive)
    const names = (await client.persons.identities.list({ person_id })).map(({ last_name }) => last_name)
    expect(names.toSorted()).toEqual(['King', 'Present'])
    expect(await client.identities.list({ q: 'past' })).toEqual([])
  })

  test('the id of a former name finds nothing where other records name it', async () => {
    const { identity_id } = await pupil()
    const visibleIds = () =>
      service.database.sql.begin(async (sql) => {
        await sql`select commonhold_select_tenant(${tenantId}), set_config('app.user_id', ${user.id}, true)`
        const run = (statement: Statement<unknown>, values: Record<string, unknown> = {}) =>
          sql.unsafe(statement.text, fill(statement.parameters, values, tenantId))
        const reader = { run, first: async (...asked: Parameters<typeof run>) => (await run(...asked))[0] }
        return identityStore.visibleIds(reader as unknown as Reader, [identity_id])
      })
    await grant('persons:read')
    expect(await visibleIds()).toEqual([])
    await grant('persons:read', READ_SENSITIVE)
    expect(await visibleIds()).toEqual([identity_id])
  })

  test('what is written is stored, and not answered', async () => {
    await grant(...allButSensitive)
    const made = await client.persons.create({ birth_date: '2012-02-29' })
    expect(made).toMatchObject({ birth_date: null, redacted: ['birth_date'] })
    const person_id = made.id
    expect(await client.persons.update({ person_id }, { birth_date: '2012-02-28' })).toMatchObject({
      birth_date: null,
    })
    expect(await owner.persons.get({ person_id })).toMatchObject({ birth_date: '2012-02-28' })
    const home = { type: 'phone' as const, value: '555 0100', label: 'Home' }
    const contact = await client.persons.contacts.create({ person_id }, home)
    expect(contact).toMatchObject({ value: null, label: null, sort_order: null })
    expect(contact.redacted).toEqual(expect.arrayContaining(['value', 'normalized_value', 'label']))
    expect(await owner.contacts.get({ contact_id: contact.id })).toMatchObject({ ...home, sort_order: 0 })
  })

  test('no write reveals whether a guess of the day of birth is right', async () => {
    const right = await pupil()
    const wrong = await pupil()
    await grant(...allButSensitive)
    const versionsAfter = async ({ person_id }: { person_id: string }, birth_date: string | null) => {
      const before = await client.persons.get({ person_id })
      const after = await client.persons.update({ person_id }, { birth_date })
      return [after.version - before.version, after.updated_at > before.updated_at]
    }
    expect(await versionsAfter(right, '2014-03-09')).toEqual([1, true])
    expect(await versionsAfter(wrong, '2013-03-09')).toEqual([1, true])
    expect(await versionsAfter(wrong, null)).toEqual([1, true])
    expect(await versionsAfter(wrong, null)).toEqual([1, true])
    const known = await owner.persons.get(right)
    expect(await owner.persons.update(right, { birth_date: '2014-03-09' })).toEqual(known)
  })

  test('who adds a contact that they may not read can reach it and delete it, and not change it', async () => {
    const { person_id } = await pupil()
    await grant(...allButSensitive)
    const body = { type: 'email' as const, value: 'HOME@example.org', sort_order: 0 }
    const made = await client.persons.contacts.create.safe({ person_id }, body)
    if (!made.ok) throw made.error
    const { id: contact_id } = made.data
    const place = { person_id, contact_id }
    const location = new URL(made.headers.get('location') ?? '', 'http://localhost').pathname
    expect(location.endsWith(`/contacts/${contact_id}`)).toBe(true)
    for (const read of [await client.contacts.get({ contact_id }), await client.persons.contacts.get(place)])
      expect(read).toMatchObject({ id: contact_id, value: null, label: null, sort_order: null })
    for (const change of [{ label: 'work' }, { value: 'home@example.org' }])
      expect(await client.contacts.update.safe({ contact_id }, change)).toMatchObject({
        ok: false,
        error: {
          status: 403,
          code: 'permission_denied',
          problem: {
            required_permission: READ_SENSITIVE,
            detail: expect.stringContaining('Delete the contact'),
          },
        },
      })
    expect((await client.contacts.list()).map(({ id }) => id)).not.toContain(contact_id)
    await client.contacts.delete({ contact_id })
    expect(await client.contacts.get.safe({ contact_id })).toMatchObject({ error: { status: 404 } })
    expect((await owner.persons.contacts.list({ person_id })).map(({ sort_order }) => sort_order)).toEqual([
      0, 1, 2, 3,
    ])
  })

  test('who adds a former name that they may not read can reach it and delete it, and not change it', async () => {
    const { person_id, identity_id } = await pupil()
    await grant(...allButSensitive)
    const { id } = await client.persons.identities.create(
      { person_id },
      { first_name: 'Ada', last_name: 'Noel', identity_type: 'former' },
    )
    const place = { person_id, identity_id: id }
    for (const read of [await client.identities.get(place), await client.persons.identities.get(place)])
      expect(read).toMatchObject({ id, identity_type: 'former', last_name: null, display_name: null })
    const denied = { ok: false, error: { status: 403, problem: { required_permission: READ_SENSITIVE } } }
    expect(await client.identities.update.safe(place, { identity_type: 'alias' })).toMatchObject(denied)
    expect(await client.persons.identities.archive.safe(place)).toMatchObject(denied)
    expect((await client.persons.identities.list({ person_id })).map((one) => one.id)).not.toContain(id)
    await client.persons.identities.delete(place)
    expect(await client.identities.get.safe(place)).toMatchObject({ error: { status: 404 } })
    const others = { person_id, identity_id }
    expect(await client.persons.identities.delete.safe(others)).toMatchObject({ error: { status: 404 } })
  })

  test('a hidden contact stays at its position while the others are ordered', async () => {
    const { person_id } = await pupil()
    await grant(...allButSensitive)
    const before = (await owner.persons.contacts.list({ person_id })).map(({ id }) => id)
    const [home = '', email = '', lane = '', phone = ''] = before
    const ordered = await client.persons.contacts.order({ person_id }, { contact_ids: [phone, email] })
    expect(ordered.map(({ id, sort_order }) => [id, sort_order])).toEqual([
      [phone, 0],
      [email, 1],
    ])
    const after = await owner.persons.contacts.list({ person_id })
    expect(after.map(({ id, sort_order }) => [id, sort_order])).toEqual([
      [home, 0],
      [phone, 1],
      [lane, 2],
      [email, 3],
    ])
  })
})

test('who holds the permission in another tenant alone reads nothing sensitive', async () => {
  const { person_id } = await pupil()
  const elsewhere = await createTenant(service, { owners: [user] })
  await grant('persons:read')
  expect((await service.as(user.token, elsewhere).persons.list()).length).toBe(0)
  expect(await client.persons.get({ person_id })).toMatchObject({ birth_date: null })
})

test('a permission that is lost hides at once', async () => {
  const { person_id } = await pupil()
  await grant('persons:read', READ_SENSITIVE)
  expect((await client.persons.get({ person_id })).birth_date).toBe('2014-03-09')
  await grant('persons:read')
  expect((await client.persons.get({ person_id })).birth_date).toBeNull()
})

describe('whoever may add a part of a person may remove it:', () => {
  test('a contact', async () => {
    const { person_id } = await pupil()
    await grant('persons:write')
    const work = { type: 'email' as const, label: 'work' }
    const first = await client.persons.contacts.create({ person_id }, { ...work, value: 'one@example.org' })
    await client.contacts.delete({ contact_id: first.id })
    const second = await client.persons.contacts.create({ person_id }, { ...work, value: 'two@example.org' })
    await client.persons.contacts.delete({ person_id, contact_id: second.id })
    expect(await owner.persons.contacts.list({ person_id })).toHaveLength(4)
  })

  test('an identity', async () => {
    const { person_id } = await pupil()
    await grant('persons:write')
    const { id: identity_id } = await client.persons.identities.create(
      { person_id },
      { first_name: 'Augusta', last_name: 'King' },
    )
    await client.persons.identities.delete({ person_id, identity_id })
    expect(await owner.persons.identities.list({ person_id })).toHaveLength(2)
    expect(await client.persons.delete.safe({ person_id })).toMatchObject({
      ok: false,
      error: { code: 'permission_denied' },
    })
  })
})

test('a place among the work contacts follows from label and type', async () => {
  const { person_id } = await pupil()
  await grant('persons:read')
  const [, email] = await owner.persons.contacts.list({ person_id })
  const shown = async () =>
    (await client.persons.contacts.list({ person_id })).map(({ value, sort_order }) => [value, sort_order])
  await owner.contacts.update({ contact_id: email?.id ?? '' }, { label: null })
  expect(await shown()).toEqual([['+44 20 7946 0018', 0]])
  await owner.contacts.update({ contact_id: email?.id ?? '' }, { label: 'wOrK' })
  expect(await shown()).toEqual([
    ['ada@school.example', 0],
    ['+44 20 7946 0018', 1],
  ])
  await owner.contacts.delete({ contact_id: email?.id ?? '' })
  expect(await shown()).toEqual([['+44 20 7946 0018', 0]])
})
