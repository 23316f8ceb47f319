import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from './service.ts'
import { createTenant } from './world.ts'

let service: TestService
let ada: TestUser
let bob: TestUser

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  bob = await service.signUp()
})
afterAll(() => service.stop())

test("another tenant's asset is not found", async () => {
  const theirs = await createTenant(service, { owners: [bob] })
  const bobs = service.as(bob.token, theirs)
  const model = await bobs.assetModels.create({ name: 'Projector', tracking_type: 'serialized' })
  const asset = await bobs.assets.create({ model_id: model.id, name: 'P1', serial_number: 'X1' })
  const result = await ada.client.assets.get.safe({ asset_id: asset.id })
  expect(result.ok).toBe(false)
  expect(!result.ok && 'status' in result.error && result.error.status).toBe(404)
})
