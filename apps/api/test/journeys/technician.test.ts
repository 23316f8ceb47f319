import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createPerson, createTenant } from '../world.ts'
import { countedClient } from './counted-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const LAPTOPS = 30

test('a technician receives 30 laptops and hands them out', async () => {
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  const people = await Promise.all(Array.from({ length: 3 }, () => createPerson(service, tenantId)))
  const { client, calls } = countedClient(service, user.token, tenantId)

  const { id: type_id } = await client.locationTypes.create({ name: 'Store' })
  const { id: location_id } = await client.locations.create({ name: 'IT store', type_id })
  const model = await client.assetModels.create({ name: 'Laptop 14', tracking_type: 'serialized' })
  const laptops: string[] = []
  for (let n = 1; n <= LAPTOPS; n += 1) {
    const made = await client.assets.create({
      model_id: model.id,
      name: `Laptop ${n}`,
      serial_number: `PF-${String(n).padStart(4, '0')}`,
      location_id,
    })
    laptops.push(made.id)
  }
  expect((await client.locations.get({ location_id })).asset_count).toBe(LAPTOPS)

  const scanned = await client.assets.list({ serial_number: ['pf-0007'] })
  expect(scanned.map(({ id }) => id)).toEqual([laptops[6]])
  for (const [at, person_id] of people.entries())
    await client.assetAssignments.create({ asset_id: laptops[at] ?? '', person_id })
  const reserved = await client.assetAssignments.create({
    asset_id: laptops[3] ?? '',
    person_id: people[0] ?? null,
    start_date: '2999-01-01',
  })
  await client.assetAssignments.delete({ assignment_id: reserved.id })
  await client.assetCirculations.create({
    asset_id: laptops[0] ?? '',
    circulation_type: 'return',
    location_id,
  })
  await client.assets.update({ asset_id: laptops[1] ?? '' }, { status: 'stolen' })
  const inStore = await client.assets.list({ model_id: [model.id], person_id__is_null: true, limit: 100 })
  expect(inStore).toHaveLength(LAPTOPS - 2)
  console.info(`technician: ${calls()} calls for ${LAPTOPS} laptops`)
  expect(calls()).toBeLessThanOrEqual(LAPTOPS + 14)
})
