import type { ApiContract, Client } from '@commonhold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createProject, createTenant, grantOnly } from '../world.ts'

let service: TestService
let owner: TestUser
let tenantId: string
let client: Client<ApiContract>
let hall: string
let yard: string
beforeAll(async () => {
  service = await startService()
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
  client = service.as(owner.token, tenantId)
  hall = await createProject(service, tenantId)
  yard = await createProject(service, tenantId)
  await client.issueFields.create({ key: 'room', name: 'Room', type: 'text' })
  const opened = ['2026-01-05T23:30:00Z', '2026-01-11T12:00:00Z', '2026-02-01T00:00:00Z']
  for (const [at, opened_at] of opened.entries())
    await client.issues.create({
      title: at === 0 ? 'Printer jams' : 'Door squeaks',
      project_id: at === 0 ? hall : yard,
      opened_at,
      assignee_id: owner.id,
    })
})
afterAll(() => service.stop())

const summary = (query: Parameters<typeof client.issues.summary.list>[0]) => client.issues.summary.list(query)

test('issues are counted by several members at once, the largest group first', async () => {
  expect(await summary({ group_by: ['project_id', 'is_closed'] })).toEqual([
    { project_id: yard, is_closed: false, count: 2 },
    { project_id: hall, is_closed: false, count: 1 },
  ])
})

test('the filters of the list apply, words and me among them', async () => {
  expect(await summary({ q: 'printer' })).toEqual([{ count: 1 }])
  expect(await summary({ assignee_id: ['me'] })).toEqual([{ count: 3 }])
  expect(await summary({ project_id: [yard], q: 'printer' })).toEqual([{ count: 0 }])
  expect(await summary({ cf_room__is_null: true })).toEqual([{ count: 3 }])
  expect(await summary({ project_id: [newId()] })).toEqual([{ count: 0 }])
})

test('a moment belongs to the day, week and month of a time zone', async () => {
  const by = (period: 'day' | 'week' | 'month', timezone: string) =>
    summary({ group_by: [`opened_at.${period}`], timezone })
  expect(await by('day', 'UTC')).toContainEqual({ opened_at: '2026-01-05', count: 1 })
  expect(await by('day', 'Europe/Zurich')).toContainEqual({ opened_at: '2026-01-06', count: 1 })
  expect(await by('week', 'UTC')).toEqual([
    { opened_at: '2026-01-05', count: 2 },
    { opened_at: '2026-01-26', count: 1 },
  ])
  expect(await by('month', 'America/New_York')).toEqual([{ opened_at: '2026-01-01', count: 3 }])
  await client.tenants.update({ tenant_id: tenantId }, { timezone: 'America/New_York' })
  expect(await summary({ group_by: ['opened_at.month'] })).toEqual([{ opened_at: '2026-01-01', count: 3 }])
})

test('only what the caller may list is counted', async () => {
  const reader = await service.signUp()
  await grantOnly(service, tenantId, reader, ['issues:read'], hall)
  const theirs = service.as(reader.token, tenantId)
  expect(await theirs.issues.summary.list({ group_by: ['project_id'] })).toEqual([
    { project_id: hall, count: 1 },
  ])
  expect(await theirs.assets.summary.list.safe({})).toMatchObject({ error: { code: 'permission_denied' } })
})

test('what cannot be counted is refused with what to do', async () => {
  const refusal = async (query: object) => {
    const result = await client.issues.summary.list.safe({ ...query })
    return result.ok ? [] : 'problem' in result.error ? result.error.problem.errors : []
  }
  const both = { group_by: ['opened_at.day', 'opened_at.month'] }
  expect(await refusal(both)).toMatchObject([{ pointer: 'group_by', code: 'not_allowed_value' }])
  expect(await refusal({ group_by: ['title'] })).toMatchObject([{ code: 'not_allowed_value' }])
  expect(await refusal({ timezone: 'Mars/Olympus' })).toMatchObject([{ code: 'not_allowed_value' }])
  expect(await refusal({ limit: 5 })).toMatchObject([{ pointer: 'limit', code: 'unknown_parameter' }])
})

test('more than 1,000 groups are refused', async () => {
  const model = await client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })
  const models = Array.from({ length: 1_001 }, (_, at) => ({
    id: newId(),
    name: `Model ${at}`,
    tracking_type: 'countable',
  }))
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into asset_models ${sql(models)}`
    await sql`insert into assets ${sql(
      models.map(({ id }, at) => ({
        id: newId(),
        model_id: id,
        tracking_type: 'countable',
        name: 'Cable',
        asset_tag: `T-${at}`,
      })),
    )}`
  })
  expect(await client.assets.summary.list.safe({ group_by: ['model_id'] })).toMatchObject({
    error: { problem: { status: 422, errors: [{ pointer: 'group_by' }] } },
  })
  expect(await client.assets.summary.list({ group_by: ['status'] })).toEqual([
    { status: 'active', count: 1_001 },
  ])
  expect(await client.assets.summary.list({ group_by: ['model_id'], model_id: [model.id] })).toEqual([])
})
