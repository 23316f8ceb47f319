import { repairMembersOfIssue } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { addToGroup, createProject, grantOnly, leaveTenant } from '../world.ts'
import { type Desk, newKey, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const newProject = () => createProject(desk.service, desk.tenantId)
const newPerson = async () =>
  (await desk.client.persons.create({ identity: { first_name: 'Secret', last_name: 'Ada' } })).id

/** The problem of a refusal, without the request id. */
const said = async (promise: Promise<unknown>) => {
  const { request_id: _, ...rest } = (await problemOf(promise)) ?? {}
  return rest
}

test('a hidden project is not told from an unknown one: in issues, preferences, selection and filters', async () => {
  const [own, hidden] = [await newProject(), await newProject()]
  const all = ['projects:read', 'issues:read', 'issues:write', 'assets:read', 'assets:write']
  const { client } = await desk.member(all, own)
  await client.me.currentTenant.set({ tenant_id: desk.tenantId })
  const asks = (project_id: string) => [
    () => client.issues.create({ title: 'Mine', project_id }),
    () => client.me.currentProject.set({ project_id }),
    () => client.me.preferences.update({ default_project_id: project_id }),
    () => client.projects.get({ project_id }),
    () => client.issues.list({ project_id: [project_id] }),
    () => client.assets.list({ project_id: [project_id] }),
    () => client.assetRepairs.list({ project_id: [project_id] }),
  ]
  await desk.newIssue({ project_id: hidden })
  const unknown = newId()
  for (const [at, ask] of asks(hidden).entries()) {
    const answer = JSON.stringify(await said(ask())).replaceAll(hidden, '')
    const missing = asks(unknown)[at]
    expect(missing && JSON.stringify(await said(missing())).replaceAll(unknown, '')).toBe(answer)
  }
  expect(await client.issues.list({ project_id: [hidden] })).toEqual([])
  expect(await refusal(client.me.preferences.update({ default_project_id: hidden }))).toEqual([
    422,
    'validation_failed',
    ['/default_project_id reference_not_found'],
  ])
  expect((await client.me.preferences.update({ default_project_id: own })).default_project_id).toBe(own)
})

test('links and watchers name nobody and nothing that the caller cannot see', async () => {
  const project_id = await newProject()
  const { client } = await desk.member(['issues:read', 'issues:write'], project_id)
  const { id: issue_id } = await desk.newIssue({ project_id })
  const hidden = await desk.newIssue({ title: 'A secret' })
  const stranger = await desk.service.signUp()
  const link = (linked_issue_id: string) =>
    said(client.issues.links.create({ issue_id }, { linked_issue_id, link_type: 'blocks' }))
  expect(await link(hidden.id)).toEqual(await link(newId()))
  const watch = (user_id: string) => said(client.issues.watchers.create({ issue_id }, { user_id }))
  expect(await watch(stranger.id)).toEqual(await watch(newId()))
  expect(await link(hidden.id)).toMatchObject({ status: 422 })
  expect(await watch(stranger.id)).toMatchObject({ status: 422 })
})

describe('a repair whose issue the caller may not read', () => {
  async function hiddenRepair() {
    const { client } = desk
    const model = await client.assetModels.create({ name: newKey(), tracking_type: 'serialized' })
    const asset = await client.assets.create({ model_id: model.id, name: 'Laptop', serial_number: newKey() })
    const body = {
      title: 'A secret hinge',
      description: 'Of iron',
      priority: 'high',
      assignee_id: desk.owner.id,
    }
    const repair = await client.assetRepairs.create({ asset_id: asset.id, vendor: 'Hinges', ...body })
    const mechanic = await desk.member(['assets:read', 'assets:write'])
    return { asset_id: asset.id, repair, mechanic: mechanic.client }
  }

  test('shows what is its own, and names what it hides', async () => {
    const { repair, mechanic, asset_id } = await hiddenRepair()
    const { id: repair_id } = repair
    const nothing = Object.fromEntries(repairMembersOfIssue.map((member) => [member, null]))
    const shown = { ...repair, ...nothing, redacted: repairMembersOfIssue }
    expect(await mechanic.assetRepairs.get({ repair_id })).toEqual(shown)
    expect(await mechanic.assetRepairs.list({ asset_id: [asset_id] })).toEqual([shown])
    const patched = await mechanic.assetRepairs.update({ repair_id }, { vendor: 'Smiths' })
    expect(patched).toMatchObject({ ...nothing, vendor: 'Smiths', redacted: repairMembersOfIssue })
    const made = await mechanic.assetRepairs.create({ asset_id, title: 'Fan' })
    expect(made).toMatchObject({ title: null, redacted: repairMembersOfIssue })
    const whole = await desk.client.assetRepairs.get({ repair_id })
    expect(whole).toMatchObject({ title: 'A secret hinge', status: 'new', redacted: [] })
  })

  test('is found by no filter of what it hides', async () => {
    const { asset_id, mechanic, repair } = await hiddenRepair()
    const found = async (client: Desk['client'], query: object) =>
      (await client.assetRepairs.list({ asset_id: [asset_id], ...query })).length
    const queries = [
      { status: ['new' as const] },
      { priority: ['high'] },
      { assignee_id: [desk.owner.id] },
      { assignee_id__is_null: false },
      { project_id: [repair.project_id ?? ''] },
      { opened_at__gte: '2020-01-01T00:00:00Z' },
      { outcome: ['null' as const] },
      { is_closed: false },
      { issue_id: [repair.issue_id] },
    ]
    for (const query of queries)
      expect([query, await found(desk.client, query), await found(mechanic, query)]).toEqual([query, 1, 0])
    await desk.client.issues.archive({ issue_id: repair.issue_id })
    expect(await found(desk.client, {})).toBe(0)
    expect(await found(mechanic, {})).toBe(1)
    expect(await found(mechanic, { archived: 'only' })).toBe(0)
  })
})

test('the history of an asset hides whom and what the reader cannot see', async () => {
  const { client } = desk
  const model = await client.assetModels.create({ name: newKey(), tracking_type: 'serialized' })
  const project_id = await newProject()
  const asset = await client.assets.create({
    model_id: model.id,
    name: 'Laptop',
    serial_number: newKey(),
    project_id,
  })
  const person_id = await newPerson()
  await client.assetAssignments.create({ asset_id: asset.id, person_id })
  const told = async (from: Desk['client']) =>
    (await from.assets.history.list({ asset_id: asset.id }, { sort: ['id'] }))
      .flatMap(({ changes }) => changes)
      .filter(({ field }) => ['person_id', 'project_id', 'model_id'].includes(field))
      .map(({ field, to }) => [field, to])
  const seen = { model_id: model.id, project_id }
  expect(Object.fromEntries(await told(client))).toEqual({ ...seen, person_id })
  const { client: limited } = await desk.member(['assets:read'])
  expect(Object.fromEntries(await told(limited))).toEqual({ ...seen, person_id: null })
})

describe('what the configuration names', () => {
  test('is set for those who cannot see it, and named by those who can', async () => {
    const person_id = await newPerson()
    const { client } = desk
    const key = newKey()
    await client.issueFields.create({ key, name: 'Keeper', type: 'person', default_value: null })
    const workflow = await client.issueWorkflows.create({ key: newKey(), name: newKey() })
    const statuses = await client.issueStatuses.list({ key: ['todo', 'in_progress'] })
    const [todo, started] = ['todo', 'in_progress'].map(
      (one) => statuses.find((status) => status.key === one)?.id ?? '',
    )
    for (const status_id of [todo ?? '', started ?? ''])
      await client.issueWorkflowStatuses.create({
        workflow_id: workflow.id,
        status_id,
        is_initial: status_id === todo,
      })
    const move = {
      workflow_id: workflow.id,
      key: newKey(),
      name: 'Start',
      from_status_id: todo ?? '',
      to_status_id: started ?? '',
      set_fields: { [`custom_fields.${key}`]: person_id },
    }
    const configurer = await desk.member(['issue_configuration:read', 'issue_configuration:write'])
    expect(await refusal(configurer.client.issueWorkflowTransitions.create(move))).toEqual([
      422,
      'validation_failed',
      [`/set_fields/custom_fields.${key} reference_not_found`],
    ])
    await client.issueWorkflowTransitions.create(move)
    const type = await client.issueTypes.create({ key: newKey(), name: newKey(), workflow_id: workflow.id })
    const { id: issue_id } = await desk.newIssue({ issue_type: type.key })
    const worker = await desk.member(['issues:read', 'issues:write'])
    const moved = await worker.client.issues.transition({ issue_id }, { to_status: 'in_progress' })
    expect(moved.custom_fields).toEqual({ [key]: person_id })
    const history = await worker.client.issues.history.list({ issue_id }, { sort: ['id'] })
    expect(history.at(-1)?.changes.find(({ field }) => field === `custom_fields.${key}`)).toMatchObject({
      label: 'Keeper',
      to: person_id,
      to_label: null,
    })
  })

  test('groups that a transition allows are such as the configurer can see, but for those that it allowed before', async () => {
    const { client } = desk
    const group = await client.groups.create({ name: newKey() })
    const workflow = await client.issueWorkflows.create({ key: newKey(), name: newKey() })
    const statuses = await client.issueStatuses.list({ key: ['todo', 'in_progress'] })
    for (const [at, { id: status_id }] of statuses.entries())
      await client.issueWorkflowStatuses.create({ workflow_id: workflow.id, status_id, is_initial: at === 0 })
    const transition = await client.issueWorkflowTransitions.create({
      workflow_id: workflow.id,
      key: newKey(),
      name: 'Start',
      from_status_id: statuses[0]?.id ?? '',
      to_status_id: statuses[1]?.id ?? '',
      allowed_group_ids: [group.id],
    })
    const place = { issue_workflow_transition_id: transition.id }
    const configurer = await desk.member(['issue_configuration:read', 'issue_configuration:write'])
    const { update } = configurer.client.issueWorkflowTransitions
    const kept = await update(place, { name: 'Go', allowed_group_ids: [group.id] })
    expect(kept.allowed_group_ids).toEqual([group.id])
    const other = await client.groups.create({ name: newKey() })
    const naming = (id: string) => refusal(update(place, { allowed_group_ids: [group.id, id] }))
    const error = [422, 'validation_failed', ['/allowed_group_ids/1 reference_not_found']]
    expect([await naming(other.id), await naming(newId())]).toEqual([error, error])
  })
})

test('a filter finds what old records still name: users who left, and archived persons', async () => {
  const { client, service, tenantId } = desk
  const left = await service.signUp()
  await addToGroup(service, tenantId, 'users', left)
  const person_id = await newPerson()
  const { id } = await desk.newIssue({
    issue_type: 'incident',
    assignee_id: left.id,
    details: { requester_person_id: person_id },
  })
  await leaveTenant(service, tenantId, left)
  await client.persons.archive({ person_id })
  for (const query of [
    { assignee_id: [left.id] },
    { requester_person_id: [person_id] },
    { watcher_id: [left.id] },
  ])
    expect((await client.issues.list(query)).map((issue) => issue.id)).toEqual([id])
  const [entry] = await client.issues.history.list({ issue_id: id }, { sort: ['id'] })
  expect(entry?.changes.find(({ field }) => field === 'assignee_id')).toMatchObject({ to: left.id })
  const stranger = await service.signUp()
  for (const assignee_id of [stranger.id, newId()])
    expect(await client.issues.list({ assignee_id: [assignee_id] })).toEqual([])
  expect(await refusal(client.issues.list({ assignee_id: ['nobody'] }))).toEqual([
    422,
    'validation_failed',
    ['assignee_id reference_not_found'],
  ])
})

describe('the history of earlier releases', () => {
  /** An entry in the form of earlier releases: names of several records in one text, and no type of the field. */
  async function former(changes: readonly object[]) {
    const project_id = await newProject()
    const { id: issue_id } = await desk.newIssue({ project_id })
    await desk.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${desk.tenantId})`
      await sql`insert into audit_log (id, tenant_id, request_id, operation, action, record_type, record_id, changes)
        values (${newId()}, ${desk.tenantId}, 'former', 'updateIssue', 'updated', 'issue', ${issue_id}, ${sql.json(changes as never)})`
    })
    const bob = await desk.member(['issues:read'], project_id)
    const changesFor = async (client: Desk['client']) =>
      (await client.issues.history.list({ issue_id }, { sort: ['id'] })).at(-1)?.changes
    return { all: await changesFor(desk.client), some: await changesFor(bob.client) }
  }

  test('is shown as it is to those who see everything, and hides names and former values from others', async () => {
    const hidden = await desk.newIssue({ title: 'A secret' })
    const [asset, person] = [newId(), await newPerson()]
    const label = 'Was it'
    const changes = [
      { field: 'parent_id', label, from: null, from_label: null, to: hidden.id, to_label: hidden.key },
      { field: 'asset_ids', label, from: [], from_label: '', to: [asset, asset], to_label: 'One, Two' },
      {
        field: 'custom_fields.gone',
        label,
        from: person,
        from_label: 'Ada',
        to: 'free text',
        to_label: 'free text',
      },
      { field: 'title', label, from: newId(), from_label: 'x', to: 'Title', to_label: 'Title' },
    ]
    const { all, some } = await former(changes)
    const shown = changes.map((change) => ({ ...change, is_cut: false }))
    expect(all).toEqual(shown)
    expect(some).toEqual([
      { ...shown[0], to_label: null },
      { ...shown[1], to_label: null },
      { ...shown[2], from: null, from_label: null },
      shown[3],
    ])
  })
})

test('the history of earlier releases shows no email address and no username, former ones neither', async () => {
  const { service, tenantId } = desk
  const { id: issue_id } = await desk.newIssue()
  const ada = await desk.member(['issues:read'])
  const shown = `User ${ada.id.slice(-6)}`
  const of = (field: string, to: unknown, to_label: string, rest: object = {}) => ({
    field,
    label: 'Was it',
    from: null,
    from_label: null,
    to,
    to_label,
    ...rest,
  })
  const changes = [
    of('assignee_id', ada.id, ada.email),
    of('reporter_id', ada.id, 'countess.formerly'),
    of('details.approver_ids', [ada.id, ada.id], `${ada.email}, countess`),
    of('custom_fields.keeper', ada.id, 'countess', { kind: 'user' }),
    of('custom_fields.gone', ada.id, 'countess'),
    of('assignee_id', ada.id, 'Ada Byron'),
    of('custom_fields.text', 'free', 'free'),
  ]
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into audit_log (id, tenant_id, request_id, operation, action, record_type, record_id, changes, actor_id, actor_name)
      values (${newId()}, ${tenantId}, 'former', 'updateIssue', 'updated', 'issue', ${issue_id}, ${sql.json(changes as never)}, ${ada.id}, 'countess.formerly')`
  })
  const entry = (await ada.client.issues.history.list({ issue_id }, { sort: ['id'] })).at(-1)
  expect(entry?.actor?.display_name).toBe(shown)
  expect(entry?.changes.map(({ to_label }) => to_label)).toEqual([
    shown,
    shown,
    `${shown}, ${shown}`,
    shown,
    null,
    'Ada Byron',
    'free',
  ])
})

test('a permission in another tenant, or one taken away, shows nothing', async () => {
  const person_id = await newPerson()
  const bob = await desk.member(['issues:read', 'issues:write', 'persons:read'])
  const name = () =>
    refusal(
      bob.client.issues.create({
        title: 'Mine',
        issue_type: 'incident',
        details: { requester_person_id: person_id },
      }),
    )
  expect(await name()).toMatchObject({ title: 'Mine' })
  await grantOnly(desk.service, desk.tenantId, bob, ['issues:read', 'issues:write'])
  const error = [422, 'validation_failed', ['/details/requester_person_id reference_not_found']]
  expect(await name()).toEqual(error)
  const own = await bob.client.tenants.create({ name: newKey() })
  expect((await desk.service.as(bob.token, own.id).persons.list()).length).toBe(0)
  expect(await name()).toEqual(error)
})
