import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditRows } from '../auth/audit-rows.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { createTenant } from '../world.ts'
import { send } from './send.ts'

let service: TestService
let ada: TestUser
/** A tenant in which ada may do everything. */
let tenantId: string

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(() => service.stop())

const json = { name: 'Audited', tracking_type: 'countable' }

test.each([
  ['a tenant of others', async () => createTenant(service, {}), 'tenant_access_denied'],
  ['a permission that is missing', async () => restricted(), 'permission_denied'],
])('a denial for %s leaves a row', async (_, prepare, reason) => {
  const reply = await send(service.address, 'POST /asset-models', {
    token: ada.token,
    tenantId: await prepare(),
    json,
  })
  expect(reply.json).toMatchObject({ status: 403, code: reason })
  const rows = await auditRows(service.database, [reply])
  expect(rows).toMatchObject([
    {
      action: 'denied',
      reason,
      actor_id: ada.id,
      session_id: ada.sessionId,
      operation: 'createAssetModel',
      source: '127.0.0.1',
    },
  ])
})

/** A tenant in which ada may only read. */
async function restricted(): Promise<string> {
  const id = await createTenant(service, { users: [ada] })
  await service.database.sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${id})`
    await tx`update groups set permissions = '{assets:read}' where key = 'users'`
    await tx`select commonhold_rebuild_permissions(${id}, null)`
  })
  return id
}

test('what changed is recorded member by member', async () => {
  const created = await send(service.address, 'POST /asset-models', { token: ada.token, tenantId, json })
  const changed = await send(service.address, `PATCH /asset-models/${created.json.id}`, {
    token: ada.token,
    tenantId,
    json: { category: 'Old', description: null },
  })
  const deleted = await send(service.address, `DELETE /asset-models/${created.json.id}`, {
    token: ada.token,
    tenantId,
  })
  expect(deleted.status).toBe(204)
  const rows = await auditRows(service.database, [created, changed, deleted])
  expect(rows.map(({ action, record_id }) => [action, record_id])).toEqual([
    ['created', created.json.id],
    ['updated', created.json.id],
    ['deleted', created.json.id],
  ])
  expect(rows[1]?.changes).toEqual([{ field: 'category', from: null, to: 'Old' }])
})

test('a record that is deleted with another one is recorded once, and as one that is deleted by itself', async () => {
  const call = (request: string, body?: object) =>
    send(service.address, request, { token: ada.token, tenantId, ...(body ? { json: body } : {}) })
  const [{ json: issue }, { json: other }] = [
    await call('POST /issues', { title: 'Leak' }),
    await call('POST /issues', { title: 'Pipe' }),
  ]
  const path = `/issues/${issue.id}`
  const link = await call(`POST ${path}/links`, { linked_issue_id: other.id, link_type: 'blocks' })
  const alone = await call(`POST ${path}/comments`, { body: 'By "itself"' })
  const along = await call(`POST ${path}/comments`, { body: 'With "it"' })
  const replies = [await call(`DELETE ${path}/comments/${alone.json.id}`), await call(`DELETE ${path}`)]
  expect(replies.map(({ status }) => status)).toEqual([204, 204])

  const rows = await auditRows(service.database, replies)
  const entriesOf = (id: unknown) => rows.filter(({ record_id }) => record_id === id)
  const [byItself, ...more] = entriesOf(alone.json.id)
  const { id, body, created_at } = along.json
  const itsOwn = new Map(Object.entries({ id, body, created_at }))
  expect(more).toEqual([])
  expect(entriesOf(id)).toMatchObject([
    {
      action: 'deleted',
      record_type: byItself?.record_type,
      actor_id: ada.id,
      operation: 'deleteIssue',
      changes: byItself?.changes
        .filter(({ from }) => from !== null)
        .map(({ field, from }) => ({ field, from: itsOwn.get(field) ?? from, to: null })),
    },
  ])
  expect(entriesOf(link.json.id)).toHaveLength(1)
})

test('what is refused or rolled back leaves no row of a change', async () => {
  const replies = [
    await send(service.address, 'POST /asset-models', { token: ada.token, tenantId, json: { name: 'X' } }),
    await send(service.address, 'DELETE /asset-models/01K00000000000000000000099', {
      token: ada.token,
      tenantId,
    }),
    await send(service.address, 'POST /users', { json: { email: ada.email, password: PASSWORD } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([422, 404, 409])
  expect(await auditRows(service.database, replies)).toEqual([])
})

test('a change whose audit row cannot be written is not made', async () => {
  await service.database
    .sql`alter table audit_log add constraint audit_log_test check (operation <> 'createAssetModel') not valid`
  const refused = await send(service.address, 'POST /asset-models', {
    token: ada.token,
    json: { ...json, name: 'Unaudited' },
  })
  await service.database.sql`alter table audit_log drop constraint audit_log_test`
  expect(refused.status).toBe(500)
  expect(await ada.client.assetModels.list({ name: ['Unaudited'] })).toEqual([])
})

test('the service can add to the log, and neither change nor delete', async () => {
  const { prepare: _, assumeRole, url: __, ...target } = service.database.runtime
  const sql = postgres({ ...target, max: 1, onnotice: () => {} })
  const attempt = (statement: string) =>
    sql
      .begin(async (tx) => {
        if (assumeRole) await tx`set local role commonhold_app`
        await tx`select commonhold_select_tenant('01K00000000000000000000001')`
        await tx.unsafe(statement)
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof postgres.PostgresError ? error.code : String(error)),
      )
  const outcomes: string[] = []
  for (const statement of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    'drop table audit_log',
    'create table x (y int)',
    'alter table users disable row level security',
  ])
    outcomes.push(await attempt(statement))
  await sql.end()
  expect(new Set(outcomes)).toEqual(new Set(['42501']))
})
