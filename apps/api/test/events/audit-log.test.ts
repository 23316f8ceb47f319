import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

let service: TestService
let ada: TestUser
let tenantId: string

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(() => service.stop())

test('an auditor reads who changed which members of a record, and never their values', async () => {
  const client = service.as(ada.token, tenantId)
  const { id: person_id } = await client.persons.create({ birth_date: '2001-02-03' })
  await client.persons.update({ person_id }, { birth_date: '2004-05-06' })
  await client.persons.archive({ person_id }, { reason: 'moved away in 2005-01' })
  const auditor = await service.signUp()
  await grantOnly(service, tenantId, auditor, ['audit:read'])
  const entries = await service
    .as(auditor.token, tenantId)
    .auditLog.list({ record_id: [person_id], include: ['actor'] })
  expect(entries).toMatchObject([
    { action: 'moved', operation: 'archivePerson', reason: null },
    { action: 'updated', operation: 'updatePerson', record_type: 'person', changed: ['birth_date'] },
    { action: 'created', operation: 'createPerson', actor_id: ada.id, actor: { id: ada.id } },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/200[145]-/)
})

test('denied requests of the tenant are in its audit log, and in that of no other', async () => {
  const reader = await service.signUp()
  await grantOnly(service, tenantId, reader, ['assets:read'])
  const denied = await service
    .as(reader.token, tenantId)
    .assetModels.create.safe({ name: 'Refused', tracking_type: 'serialized' })
  expect(denied.ok).toBe(false)
  const query = { action: ['denied' as const], actor_id: [reader.id] }
  expect(await service.as(ada.token, tenantId).auditLog.list(query)).toMatchObject([
    { operation: 'createAssetModel', reason: 'permission_denied', record_id: null, changed: [] },
  ])
  const other = await createTenant(service, { owners: [ada] })
  expect(await service.as(ada.token, other).auditLog.list({ actor_id: [reader.id] })).toEqual([])
})
