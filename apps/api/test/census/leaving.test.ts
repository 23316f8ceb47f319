import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createPerson, createTenant, grantOnly } from '../world.ts'

let service: TestService
let ada: TestUser
let tenantId: string
beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(() => service.stop())
const client = () => service.as(ada.token, tenantId)

test('an archived person’s assets are named to whoever may read assets, and are found', async () => {
  const model = await client().assetModels.create({ name: 'Laptop 14', tracking_type: 'serialized' })
  const { id: asset_id, asset_tag } = await client().assets.create({
    model_id: model.id,
    name: 'Laptop 7',
    serial_number: 'S-7',
  })
  const person_id = await createPerson(service, tenantId)
  const { id: assignment_id } = await client().assetAssignments.create({ asset_id, person_id })
  expect((await client().persons.get({ person_id })).warnings).toEqual([])
  const warnings = [
    { code: 'holds_asset', asset_id, assignment_id, asset_name: 'Laptop 7', asset_tag, quantity: 1 },
  ]
  expect((await client().persons.archive({ person_id })).warnings).toEqual(warnings)
  const others = await createPerson(service, tenantId)
  await client().persons.archive({ person_id: others })
  const found = async (holds_assets: boolean) =>
    (await client().persons.list({ archived: 'only', holds_assets })).map(({ id }) => id)
  expect([await found(true), await found(false)]).toEqual([[person_id], [others]])

  const bob = await service.signUp()
  await grantOnly(service, tenantId, bob, ['persons:read'])
  const reader = service.as(bob.token, tenantId)
  expect((await reader.persons.get({ person_id })).warnings).toEqual([])
  await expect(reader.persons.list({ holds_assets: true })).rejects.toMatchObject({
    problem: { status: 403, required_permission: 'assets:read' },
  })

  await client().assetAssignments.close({ assignment_id })
  expect((await client().persons.get({ person_id })).warnings).toEqual([])
  expect(await found(true)).toEqual([])
})

test('what lies below a person who is hidden is answered as for one who is not there', async () => {
  const carl = await service.signUp()
  const hidden = await createPerson(service, tenantId)
  const lists = {
    'assets:read': 'assignments',
    'education:read': 'school-enrollments',
    'employments:read': 'school-employment-assignments',
  }
  for (const [permission, path] of Object.entries(lists)) {
    await grantOnly(service, tenantId, carl, [permission])
    const answer = async (person: string) => {
      const response = await fetch(`${service.address}/persons/${person}/${path}`, {
        headers: { authorization: `Bearer ${carl.token}`, 'x-tenant-id': tenantId, 'x-request-id': 'same' },
      })
      return [response.status, (await response.text()).replaceAll(person, '')]
    }
    const [hiddenAnswer, missing] = [await answer(hidden), await answer(newId())]
    expect(hiddenAnswer, path).toEqual(missing)
    expect(hiddenAnswer[0]).toBe(404)
    await grantOnly(service, tenantId, carl, [permission, 'persons:read'])
    expect((await answer(hidden))[0], path).toBe(200)
  }
})

test('contacts and identities go with persons:write alone', async () => {
  const dora = await service.signUp()
  await grantOnly(service, tenantId, dora, ['persons:write', 'persons:read', 'persons:read_sensitive'])
  const editor = service.as(dora.token, tenantId)
  const { id: person_id, current_identity_id } = await editor.persons.create({
    identity: { first_name: 'Ada', last_name: 'Byron' },
    contacts: [{ type: 'phone', value: '+49 30 1234' }],
  })
  const identity_id = current_identity_id ?? ''
  await editor.persons.identities.contacts.create({ person_id, identity_id }, { type: 'other', value: 'x' })
  const [contact] = await editor.persons.contacts.list({ person_id })
  await editor.persons.contacts.delete({ person_id, contact_id: contact?.id ?? '' })
  await editor.persons.identities.delete({ person_id, identity_id })
  expect(await editor.contacts.list()).toEqual([])
  expect(await editor.persons.get({ person_id })).toMatchObject({ current_identity_id: null })
})

test('what was verified was the value, and another value was not', async () => {
  const person_id = await createPerson(service, tenantId)
  const verified_at = '2025-01-31T08:00:00.000Z'
  const { id: contact_id } = await client().persons.contacts.create(
    { person_id },
    { type: 'phone', value: '+49 30 1234', verified_at },
  )
  const change = async (body: object) => (await client().contacts.update({ contact_id }, body)).verified_at
  expect(await change({ label: 'Work' })).toBe(verified_at)
  expect(await change({ value: '+49301234' })).toBe(verified_at)
  expect(await change({ value: '+49 30 5678', verified_at })).toBeNull()
  expect(await change({ value: '+49 30 9999', verified_at })).toBe(verified_at)
  expect(await change({ value: '+49 30 0000' })).toBeNull()
  await expect(change({ verified_at: '2999-01-01T00:00:00Z' })).rejects.toMatchObject({
    problem: { errors: [{ pointer: '/verified_at', code: 'out_of_range' }] },
  })
})
