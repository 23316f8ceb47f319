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

test('entries are found by the API key and the reason of a refusal, and by nothing that users write', async () => {
  const client = service.as(ada.token, tenantId)
  const { id, secret } = await client.me.apiKeys.create({
    name: 'Nightly',
    scopes: ['persons:read', 'persons:write'],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const program = service.as(secret, tenantId)
  const { id: person_id } = await program.persons.create({})
  await program.persons.archive({ person_id }, { reason: 'permission_denied' })
  expect((await program.assetModels.create.safe({ name: 'No', tracking_type: 'serialized' })).ok).toBe(false)
  const found = async (query: Parameters<typeof client.auditLog.list>[0]) =>
    (await client.auditLog.list({ ...query, sort: ['created_at'] })).map(({ operation }) => operation)
  const done = ['createPerson', 'archivePerson', 'createAssetModel']
  expect(await found({ api_key_id: [id] })).toEqual(done)
  expect(await found({ api_key_id: [id], reason: ['permission_denied'] })).toEqual(['createAssetModel'])
  expect(await found({ reason: ['permission_denied'], record_id: [person_id] })).toEqual([])
  expect(await found({ api_key_id__is_null: true, record_id: [person_id] })).toEqual([])
  const lines = await client.auditLog.list.ndjson({ api_key_id: [id], reason: ['permission_denied'] })
  const text = await new Response(lines as ReadableStream).text()
  expect(text.match(/"operation":"\w+"/g)).toEqual(['"operation":"createAssetModel"'])
})
