import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { grantOnly } from '../world.ts'
import { type CustodyWorld, newName, openCustody } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

/** A laptop that is assigned to a person with a name. */
async function handOut() {
  const { client } = world
  const asset_id = await world.serialized()
  const identity = { first_name: 'Kim', last_name: 'Okafor' }
  const { id: person_id } = await client.persons.create({ identity })
  await client.assets.assignments.create({ asset_id }, { person_id })
  return { asset_id, person_id }
}

test('an asset shows the model and the holder beside their ids, in the type of the client, too', async () => {
  const { asset_id, person_id } = await handOut()
  const asset = await world.client.assets.get({ asset_id }, { include: ['model', 'person', 'location'] })
  const shown: string | null | undefined = asset.person?.name
  expect(shown).toBe('Kim Okafor')
  expect(asset).toMatchObject({
    person_id,
    person: { id: person_id },
    model: { id: asset.model_id, name: 'Laptop' },
    location: null,
    hidden: [],
  })
  expect(asset).not.toHaveProperty('project')
})

test('an archived record is shown as such', async () => {
  const { asset_id, person_id } = await handOut()
  const before = await world.client.assets.get({ asset_id }, { include: ['person'] })
  expect(before.person).toEqual({ id: person_id, name: 'Kim Okafor', is_archived: false })
  await world.client.persons.archive({ person_id })
  const { person } = await world.client.assets.get({ asset_id }, { include: ['person'] })
  expect(person).toEqual({ id: person_id, name: 'Kim Okafor', is_archived: true })
})

test('a record that the root tenant shares is shown', async () => {
  const operator = await world.service.signUp()
  await grantOnly(world.service, ROOT_TENANT_ID, operator, ['*'])
  const root = world.service.as(operator.token, ROOT_TENANT_ID)
  const model = await root.assetModels.create({ name: newName(), tracking_type: 'countable' })
  const { id: asset_id } = await world.client.assets.create({ model_id: model.id, name: newName() })
  const asset = await world.client.assets.get({ asset_id }, { include: ['model'] })
  expect(asset.model).toEqual({ id: model.id, name: model.name })
})

test('a record goes back as it came; another included record is refused', async () => {
  const { asset_id } = await handOut()
  const read = await world.client.assets.get({ asset_id }, { include: ['model', 'person'] })
  const update = (body: object) => world.client.assets.update.safe({ asset_id }, { ...body })
  expect(await update({ ...read, name: 'Renamed' })).toMatchObject({
    ok: true,
    data: { name: 'Renamed', version: read.version + 1 },
  })
  expect(await update({ person: { id: read.id, name: 'Somebody else' } })).toMatchObject({
    error: { problem: { errors: [{ pointer: '/person', code: 'read_only' }] } },
  })
})

test('a page leads to the next one with the same records included, and without them', async () => {
  const model_id = (await world.client.assetModels.create({ name: newName(), tracking_type: 'countable' })).id
  for (let at = 0; at < 3; at += 1) await world.client.assets.create({ model_id, name: newName() })
  const rows = []
  for await (const row of world.client.assets.list.all({
    model_id: [model_id],
    limit: 1,
    include: ['model'],
  }))
    rows.push(row.model?.id)
  expect(rows).toEqual([model_id, model_id, model_id])
})
