import { describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { grantOnly } from '../world.ts'
import { openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const sharedType = async (key: string, client = desk.client) => {
  const [found] = await client.issueTypes.list({ key: [key] })
  if (!found) throw new Error(`no type ${key}`)
  return found
}

const newProject = async (key: string) =>
  (await desk.client.projects.create({ key, name: `Project ${key}` })).id

describe('a shared type that a tenant switches off', () => {
  test('is off for that tenant alone, and on again when it says so', async () => {
    const { client } = desk
    const other = await openDesk(desk.service)
    const before = await sharedType('change')
    const place = { issue_type_id: before.id }
    const off = await client.issueTypes.update(place, { is_active: false })
    expect(off).toMatchObject({ is_active: false, is_shared: true, version: before.version + 1 })
    expect(await client.issueTypes.get(place)).toEqual(off)
    expect(
      (await client.issueTypes.list({ is_active: false, shared: 'only' })).map(({ key }) => key),
    ).toEqual(['change'])
    const active = await client.issueTypes.list({ is_active: true, shared: 'only' })
    expect(active.map(({ key }) => key)).not.toContain('change')
    expect((await sharedType('change', other.client)).is_active).toBe(true)
    expect((await other.newIssue({ issue_type: 'change' })).issue_type).toBe('change')

    const refused = await problemOf(desk.newIssue({ issue_type: 'change' }))
    expect(refused?.errors).toMatchObject([{ pointer: '/issue_type', code: 'not_allowed_value' }])
    expect(refused?.errors?.[0]?.allowed).toContain('incident')
    expect(refused?.errors?.[0]?.allowed).not.toContain('change')
    const { id: issue_id } = await desk.newIssue()
    expect(await refusal(client.issues.update({ issue_id }, { issue_type: 'change' }))).toEqual([
      422,
      'validation_failed',
      ['/issue_type not_allowed_value'],
    ])

    expect((await client.issueTypes.update(place, { is_active: true })).version).toBe(before.version + 2)
    expect((await desk.newIssue({ issue_type: 'change' })).issue_type).toBe('change')
  })

  test('stays what issues are that have it', async () => {
    const { client } = desk
    const { id: issue_type_id } = await sharedType('known_problem')
    const { id: issue_id } = await desk.newIssue({ issue_type: 'known_problem' })
    await client.issueTypes.update({ issue_type_id }, { is_active: false })
    expect((await client.issues.update({ issue_id }, { title: 'Still known' })).title).toBe('Still known')
    await client.issueTypes.update({ issue_type_id }, { is_active: true })
  })

  test('is otherwise not to be changed', async () => {
    const { id: issue_type_id } = await sharedType('task')
    for (const body of [{ name: 'Job' }, { is_active: false, name: 'Job' }])
      expect(await refusal(desk.client.issueTypes.update({ issue_type_id }, body))).toEqual([
        403,
        'read_only_shared_record',
      ])
  })

  test('says so in the audit log, once for each change', async () => {
    const { client, service } = desk
    const { id: issue_type_id } = await sharedType('service_request')
    for (const is_active of [false, false, true])
      await client.issueTypes.update({ issue_type_id }, { is_active })
    const rows = await service.database.sql.begin(async (sql) => {
      await sql`select set_config('app.tenant_id', ${desk.tenantId}, true), set_config('app.tenants', ${`{${desk.tenantId}}`}, true)`
      return sql`select changes from audit_log where record_id = ${issue_type_id} and tenant_id = ${desk.tenantId} order by id`
    })
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'is_active', from: true, to: false }],
      [{ field: 'is_active', from: false, to: true }],
    ])
  })

  test('is changed only as it was seen', async () => {
    const { id: issue_type_id } = await sharedType('task')
    const answer = await fetch(`${desk.service.address}/issue-types/${issue_type_id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${desk.owner.token}`,
        'x-tenant-id': desk.tenantId,
        'content-type': 'application/json',
        'if-match': '"77"',
      },
      body: JSON.stringify({ is_active: false }),
    })
    expect(answer.status).toBe(412)
    expect((await sharedType('task')).is_active).toBe(true)
  })
})

test('a shared workflow that is switched off is named by no new type', async () => {
  const { client } = desk
  const [workflow] = await client.issueWorkflows.list({ key: ['repair'] })
  const workflow_id = workflow?.id ?? ''
  const place = { issue_workflow_id: workflow_id }
  expect((await client.issueWorkflows.update(place, { is_active: false })).is_active).toBe(false)
  const make = (key: string) => client.issueTypes.create({ key, name: 'Mending', workflow_id })
  expect(await refusal(make('mending'))).toEqual([
    422,
    'validation_failed',
    ['/workflow_id reference_archived'],
  ])
  await client.issueWorkflows.update(place, { is_active: true })
  expect((await make('mending')).key).toBe('mending')
})

test('a shared screen that is switched off requests nothing', async () => {
  const { client } = desk
  const [screen] = await client.issueScreens.list({ key: ['put_on_hold'] })
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident' })
  await client.issues.transition({ issue_id }, { to_status: 'in_progress' })
  const asked = async () => {
    const hold = (await client.issues.transitions.list({ issue_id })).find(({ key }) => key === 'hold')
    return hold?.fields.map(({ key }) => key)
  }
  expect(await asked()).toEqual(['on_hold_reason', 'resume_at'])
  await client.issueScreens.update({ issue_screen_id: screen?.id ?? '' }, { is_active: false })
  expect(await asked()).toEqual(['on_hold_reason'])
  await client.issueScreens.update({ issue_screen_id: screen?.id ?? '' }, { is_active: true })
})

test('what a tenant says of a record goes with the record', async () => {
  const { client, service } = desk
  const operator = await service.signUp()
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  const root = service.as(operator.token, ROOT_TENANT_ID)
  const type = { issue_type_id: (await root.issueTypes.create({ name: 'Short-lived' })).id }
  const workflow = { issue_workflow_id: (await root.issueWorkflows.create({ name: 'Short-lived' })).id }
  const screen = { issue_screen_id: (await root.issueScreens.create({ name: 'Short-lived' })).id }
  await client.issueTypes.update(type, { is_active: false })
  await client.issueWorkflows.update(workflow, { is_active: false })
  await client.issueScreens.update(screen, { is_active: false })
  const ids = [type.issue_type_id, workflow.issue_workflow_id, screen.issue_screen_id]
  const left = () =>
    service.database.sql.begin(async (sql) => {
      await sql`select set_config('app.tenant_id', ${desk.tenantId}, true), set_config('app.tenants', ${`{${desk.tenantId}}`}, true)`
      return sql`select record_id from issue_settings where record_id in ${sql(ids)}`
    })
  expect(await left()).toHaveLength(3)
  await root.issueTypes.delete(type)
  await root.issueWorkflows.delete(workflow)
  await root.issueScreens.delete(screen)
  expect(await left()).toEqual([])
})

describe('a type that is limited to projects', () => {
  test('names them in the audit log when it is made', async () => {
    const { client, service } = desk
    const project_ids = [await newProject('AUD')]
    const { id } = await client.issueTypes.create({ name: 'Audited', project_ids })
    const rows = await service.database.sql.begin(async (sql) => {
      await sql`select set_config('app.tenant_id', ${desk.tenantId}, true), set_config('app.tenants', ${`{${desk.tenantId}}`}, true)`
      return sql`select action, changes from audit_log where record_id = ${id}`
    })
    expect(rows).toMatchObject([
      {
        action: 'created',
        changes: expect.arrayContaining([{ field: 'project_ids', from: null, to: project_ids }]),
      },
    ])
  })

  test('shows those that its reader can read, and keeps the others when it is sent back', async () => {
    const { client } = desk
    const [shown, hidden] = [await newProject('SHO'), await newProject('HID')]
    const both = [shown, hidden].sort()
    const { id: issue_type_id } = await client.issueTypes.create({ name: 'Partly', project_ids: both })
    const place = { issue_type_id }
    const reader = await desk.member(['issue_configuration:read', 'issue_configuration:write'])
    const ofProject = { name: 'Of one project', project_id: shown, permissions: ['projects:read' as const] }
    const { id: group_id } = await client.groups.create(ofProject)
    await client.groups.memberships.create({ group_id }, { user_id: reader.id })
    const seen = await reader.client.issueTypes.get(place)
    expect(seen.project_ids).toEqual([shown])
    const sent = await reader.client.issueTypes.update(place, {
      project_ids: seen.project_ids,
      name: 'Renamed',
    })
    expect(sent).toMatchObject({ name: 'Renamed', project_ids: [shown] })
    expect((await client.issueTypes.get(place)).project_ids).toEqual(both)
    expect((await reader.client.issueTypes.update(place, { project_ids: [] })).project_ids).toEqual([])
    expect((await client.issueTypes.get(place)).project_ids).toEqual([hidden])
    const refused = await refusal(reader.client.issueTypes.update(place, { project_ids: [hidden] }))
    expect(refused).toEqual([422, 'validation_failed', ['/project_ids/0 reference_not_found']])
  })

  test('is none of others, whether it is the tenant’s own or shared', async () => {
    const { client } = desk
    const [lab, office] = [await newProject('LAB'), await newProject('OFF')]
    const shared = await sharedType('post_incident_analysis')
    const own = await client.issueTypes.create({ key: 'experiment', name: 'Experiment', project_ids: [lab] })
    expect(own.project_ids).toEqual([lab])
    const limited = await client.issueTypes.update({ issue_type_id: shared.id }, { project_ids: [lab] })
    expect(limited).toMatchObject({ project_ids: [lab], is_shared: true })
    const { id: issue_id } = await desk.newIssue({ project_id: lab, issue_type: 'experiment' })
    const refused = await problemOf(desk.newIssue({ project_id: office, issue_type: 'experiment' }))
    expect(refused?.errors?.[0]?.allowed).toContain('task')
    expect(refused?.errors?.[0]?.allowed).not.toContain('experiment')
    expect(refused?.errors?.[0]?.allowed).not.toContain('post_incident_analysis')
    expect(await refusal(client.issues.update({ issue_id }, { project_id: office }))).toEqual([
      422,
      'validation_failed',
      ['/project_id not_allowed_value'],
    ])
    const { id: task } = await desk.newIssue({ project_id: office })
    expect(await refusal(client.issues.update({ issue_id: task }, { issue_type: 'experiment' }))).toEqual([
      422,
      'validation_failed',
      ['/issue_type not_allowed_value'],
    ])
    const place = { issue_type_id: own.id }
    const all = await client.issueTypes.update(place, { project_ids: [], name: 'Trial' })
    expect(all).toMatchObject({ project_ids: [], name: 'Trial', version: own.version + 2 })
    expect(await client.issueTypes.get(place)).toEqual(all)
    expect((await client.issues.update({ issue_id }, { project_id: office })).project_id).toBe(office)
  })

  test('names projects of the tenant, each once', async () => {
    const project = await newProject('ONE')
    const make = (project_ids: string[]) =>
      refusal(desk.client.issueTypes.create({ key: 'limited', name: 'Limited', project_ids }))
    expect(await make([project, project])).toEqual([
      422,
      'validation_failed',
      ['/project_ids/1 not_allowed_value'],
    ])
    expect(await make(['01K0000000000000000000ZZZZ'])).toEqual([
      422,
      'validation_failed',
      ['/project_ids/0 reference_not_found'],
    ])
  })
})

test('a project that is archived later does not keep the list of a type from changing', async () => {
  const { client } = desk
  const [first, second] = [await newProject('GONEBY'), await newProject('STAYS')]
  const { id: issue_type_id } = await client.issueTypes.create({ name: 'Two places', project_ids: [first] })
  await client.projects.archive({ project_id: first })
  const both = [first, second].sort()
  expect((await client.issueTypes.update({ issue_type_id }, { project_ids: both })).project_ids).toEqual(both)
})
