import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createPerson, createTenant } from '../world.ts'
import { countedClient } from './counted-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a storekeeper runs three places', async () => {
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  const [ada, bob] = [await createPerson(service, tenantId), await createPerson(service, tenantId)]
  const { client, calls } = countedClient(service, user.token, tenantId)

  const { id: type_id } = await client.locationTypes.create({ name: 'Store' })
  const place = async (name: string) => (await client.locations.create({ name, type_id })).id
  const [main, north, van] = [await place('Main store'), await place('North store'), await place('Van')]
  const model = await client.assetModels.create({ name: 'Network cable', tracking_type: 'countable' })
  const { id: asset_id } = await client.assets.create({
    model_id: model.id,
    name: 'Cable 3 m',
    quantity: 40,
    minimum_quantity: 15,
    location_id: main,
  })
  const record = client.assetCirculations.create
  await record({ asset_id, circulation_type: 'move', location_id: north, quantity: 10 })
  await record({ asset_id, circulation_type: 'move', from_location_id: main, location_id: van, quantity: 5 })
  await record({ asset_id, circulation_type: 'issue', person_id: ada, location_id: van, quantity: 4 })
  await record({ asset_id, circulation_type: 'issue', person_id: bob, location_id: main, quantity: 15 })
  await record({ asset_id, circulation_type: 'return', person_id: ada, quantity: 1 })
  await client.assets.markLost({ asset_id }, { quantity: 2, location_id: north, reason: 'water' })
  const count = await record({
    asset_id,
    circulation_type: 'confirm_location',
    location_id: main,
    quantity: 9,
  })
  expect(count).toMatchObject({ discrepancy: true, expected_quantity: 10, quantity_change: -1 })
  await record({ asset_id, circulation_type: 'issue', person_id: bob, location_id: north, quantity: 6 })

  const low = await client.assets.list({ below_minimum: true })
  expect(low).toMatchObject([{ id: asset_id, quantity: 37, available_quantity: 13 }])
  await record({ asset_id, circulation_type: 'receive', location_id: main, quantity: 20 })
  expect(await client.assets.list({ below_minimum: true })).toEqual([])
  const stock = await client.assets.stock.list({ asset_id })
  expect(new Map(stock.map(({ location_id, quantity }) => [location_id, quantity]))).toEqual(
    new Map([
      [main, 29],
      [north, 2],
      [van, 2],
    ]),
  )
  expect((await client.assets.list({ location_id: [van] })).map(({ id }) => id)).toEqual([asset_id])
  console.info(`storekeeper: ${calls()} calls`)
  expect(calls()).toBeLessThanOrEqual(20)
})
