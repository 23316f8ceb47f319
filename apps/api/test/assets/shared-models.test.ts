import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { startService, type TestService } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'
import { newName } from './custody-world.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('the assets of a shared model are counted in the selected tenant', async () => {
  const [operator, ada, bob] = [await service.signUp(), await service.signUp(), await service.signUp()]
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  const root = service.as(operator.token, ROOT_TENANT_ID)
  const model = await root.assetModels.create({ name: newName(), tracking_type: 'serialized' })
  const [mine, theirs] = [
    service.as(ada.token, await createTenant(service, { owners: [ada] })),
    service.as(bob.token, await createTenant(service, { owners: [bob] })),
  ]
  for (const serial_number of ['A1', 'A2'])
    await mine.assets.create({ model_id: model.id, name: 'Laptop', serial_number })
  await theirs.assets.create({ model_id: model.id, name: 'Laptop', serial_number: 'A1' })
  const place = { asset_model_id: model.id }
  const counts = [mine, theirs, root].map(async (client) => (await client.assetModels.get(place)).asset_count)
  expect(await Promise.all(counts)).toEqual([2, 1, 0])
  const [listed] = await mine.assetModels.list({ shared: 'only', name: [model.name] })
  expect(listed).toMatchObject({ asset_count: 2, is_shared: true })
  // The number of assets in other tenants is not disclosed.
  expect(await root.assetModels.delete.safe(place)).toMatchObject({
    error: { problem: { code: 'dependent_item_exists', dependents: { assets: null } } },
  })
})
