import { describe, expect, test } from 'vitest'
import { newKey, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

/** The id of a system field. */
async function systemField(key: string): Promise<string> {
  const [found] = await desk.client.issueFields.list({ key: [key] })
  if (!found) throw new Error(`no field ${key}`)
  return found.id
}
const newScreen = async () => (await desk.client.issueScreens.create({ key: newKey(), name: 'Screen' })).id
const newField = async (body: object = {}) =>
  desk.client.issueFields.create({ key: newKey(), name: 'Room', type: 'text', ...body })
const newType = (body: object = {}) => desk.client.issueTypes.create({ key: newKey(), name: 'Type', ...body })
const newStatus = async (category: 'unstarted' | 'started' = 'started') =>
  desk.client.issueStatuses.create({ key: newKey(), name: 'Status', category })

/** A type with a separate workflow: two statuses, and a transition from the first to the second. */
async function newWay(transition: object = {}) {
  const { client } = desk
  const { id: workflow_id } = await client.issueWorkflows.create({ key: newKey(), name: 'Way' })
  const [from, to] = [await newStatus('unstarted'), await newStatus()]
  for (const { id: status_id } of [from, to])
    await client.issueWorkflowStatuses.create({ workflow_id, status_id })
  const way = { workflow_id, key: newKey(), name: 'Go', from_status_id: from.id, to_status_id: to.id }
  const made = await client.issueWorkflowTransitions.create({ ...way, ...transition })
  return { workflow_id, from, to, transition: made, type: await newType({ workflow_id }) }
}

const notAllowed = (member: string) => [422, 'validation_failed', [`/${member} not_allowed_value`]]

describe('what is removed goes with its parts', () => {
  test('a workflow with its statuses and transitions, once no type uses it', async () => {
    const { client } = desk
    const { workflow_id: issue_workflow_id, type, from } = await newWay()
    const remove = () => refusal(client.issueWorkflows.delete({ issue_workflow_id }))
    expect(await remove()).toEqual([409, 'dependent_item_exists'])
    expect(await client.issueWorkflowStatuses.list({ workflow_id: [issue_workflow_id] })).toHaveLength(2)
    await client.issueTypes.delete({ issue_type_id: type.id })
    expect(await remove()).toBeUndefined()
    await client.issueStatuses.delete({ issue_status_id: from.id })
  })

  test('a status of a workflow, also the last one', async () => {
    const { client } = desk
    const { id: workflow_id } = await client.issueWorkflows.create({ key: newKey(), name: 'Way' })
    const part = await client.issueWorkflowStatuses.create({ workflow_id, status_id: (await newStatus()).id })
    const gone = client.issueWorkflowStatuses.delete({ issue_workflow_status_id: part.id })
    expect(await refusal(gone)).toBeUndefined()
  })

  test('a screen with its fields, once no type uses it', async () => {
    const { client } = desk
    const issue_screen_id = await newScreen()
    const { id: field_id } = await newField()
    await client.issueScreenFields.create({ screen_id: issue_screen_id, field_id })
    expect(await refusal(client.issueScreens.delete({ issue_screen_id }))).toBeUndefined()
    await client.issueFields.delete({ issue_field_id: field_id })
  })
})

describe('the defaults of a screen', () => {
  test('fill in on a transition what the caller leaves out', async () => {
    const { client } = desk
    const screen_id = await newScreen()
    const room = await newField()
    const place = { screen_id, is_required: true }
    await client.issueScreenFields.create({ ...place, field_id: room.id, default_value: 'A 12' })
    const notes = await systemField('description')
    await client.issueScreenFields.create({ ...place, field_id: notes, default_value: 'Nothing said' })
    const { type, to } = await newWay({ screen_id })
    const path = async (body: object, fields: object) => {
      const { id: issue_id } = await desk.newIssue({ issue_type: type.key, ...body })
      const moved = await client.issues.transition({ issue_id }, { to_status: to.key, fields })
      return [moved.status, moved.description, moved.custom_fields]
    }
    expect(await path({}, {})).toEqual([to.key, 'Nothing said', { [room.key]: 'A 12' }])
    expect(await path({ description: 'Mine' }, { custom_fields: { [room.key]: 'B 1' } })).toEqual([
      to.key,
      'Mine',
      { [room.key]: 'B 1' },
    ])
  })

  test('fill in on the edit screen what the issue lacks, and nothing that is cleared', async () => {
    const { client } = desk
    const edit_screen_id = await newScreen()
    await client.issueScreenFields.create({
      screen_id: edit_screen_id,
      field_id: await systemField('description'),
      default_value: 'To be described',
    })
    const { key: issue_type } = await newType({ edit_screen_id })
    const { id: issue_id } = await desk.newIssue({ issue_type })
    const change = async (body: object) => (await client.issues.update({ issue_id }, body)).description
    expect(await change({})).toBeNull()
    expect(await change({ title: 'Described' })).toBe('To be described')
    expect(await change({ description: null })).toBeNull()
  })

  test('that the kind of an issue does not know keep none from being made', async () => {
    const create_screen_id = await newScreen()
    await desk.client.issueScreenFields.create({
      screen_id: create_screen_id,
      field_id: await systemField('severity'),
      default_value: 'high',
    })
    const [task, incident] = [
      await newType({ create_screen_id }),
      await newType({ create_screen_id, subtype: 'incident' }),
    ]
    expect((await desk.newIssue({ issue_type: task.key })).issue_type).toBe(task.key)
    expect((await desk.newIssue({ issue_type: incident.key })).details).toMatchObject({ severity: 'high' })
  })
})

describe('configuration that makes a type impossible is refused', () => {
  /** A type with a field on its create screen. `placement` has the members of the screen field. */
  async function placed(placement: object, field: object = {}) {
    const screen_id = await newScreen()
    const type = await newType({ create_screen_id: screen_id })
    const { id: field_id, key } = await newField({ ...field, issue_type_ids: [type.id] })
    const { id } = await desk.client.issueScreenFields.create({ screen_id, field_id, ...placement })
    return { screen_id, field_id, key, type, place: { issue_screen_field_id: id } }
  }

  test('where a field is placed', async () => {
    const { client } = desk
    const screen_id = await newScreen()
    const { id: type_id } = await newType({ create_screen_id: screen_id })
    const { id: field_id, key } = await newField({ is_required: true, issue_type_ids: [type_id] })
    for (const member of ['is_hidden', 'is_read_only']) {
      const found = await problemOf(client.issueScreenFields.create({ screen_id, field_id, [member]: true }))
      expect(found?.errors).toMatchObject([{ pointer: `/${member}`, code: 'not_allowed_value' }])
      expect(found?.errors?.[0]?.message).toContain(key)
    }
    const title = await systemField('title')
    const hidden = { screen_id, field_id: title, is_hidden: true, default_value: 'A title' }
    expect(await refusal(client.issueScreenFields.create(hidden))).toEqual(notAllowed('is_hidden'))
    const open = await client.issueScreenFields.create({ screen_id, field_id })
    const place = { issue_screen_field_id: open.id }
    expect(await refusal(client.issueScreenFields.update(place, { is_hidden: true }))).toEqual(
      notAllowed('is_hidden'),
    )
    expect(
      await client.issueScreenFields.update(place, { is_hidden: true, default_value: 'A 1' }),
    ).toMatchObject({ is_hidden: true })
    expect(await refusal(client.issueScreenFields.update(place, { default_value: null }))).toEqual(
      notAllowed('default_value'),
    )
  })

  test('where a field becomes required', async () => {
    const { client } = desk
    const { field_id, type, key } = await placed({ is_hidden: true })
    const place = { issue_field_id: field_id }
    expect(await refusal(client.issueFields.update(place, { is_required: true }))).toEqual(
      notAllowed('is_required'),
    )
    await client.issueFields.update(place, { is_required: true, default_value: 'A 1' })
    expect((await desk.newIssue({ issue_type: type.key })).custom_fields).toEqual({ [key]: 'A 1' })
    expect(await refusal(client.issueFields.update(place, { default_value: null }))).toEqual(
      notAllowed('default_value'),
    )
  })

  test('but not where the type is not in use, until it is again', async () => {
    const { client } = desk
    const { field_id, type } = await placed({ is_hidden: true })
    const place = { issue_type_id: type.id }
    await client.issueTypes.update(place, { is_active: false })
    await client.issueFields.update({ issue_field_id: field_id }, { is_required: true })
    expect(await refusal(client.issueTypes.update(place, { is_active: true }))).toEqual(
      notAllowed('is_active'),
    )
    await client.issueFields.update({ issue_field_id: field_id }, { is_required: false })
    expect(await client.issueTypes.update(place, { is_active: true })).toMatchObject({ is_active: true })
  })

  test('where a type gets a create screen, or the screen comes back into use', async () => {
    const { client } = desk
    const screen_id = await newScreen()
    const { id: issue_type_id } = await newType()
    const { id: field_id } = await newField({ is_required: true, issue_type_ids: [issue_type_id] })
    await client.issueScreenFields.create({ screen_id, field_id, is_read_only: true })
    const taking = () => client.issueTypes.update({ issue_type_id }, { create_screen_id: screen_id })
    expect(await refusal(taking())).toEqual(notAllowed('create_screen_id'))
    const use = (is_active: boolean) =>
      client.issueScreens.update({ issue_screen_id: screen_id }, { is_active })
    const place = { issue_type_id }
    const [placed] = await client.issueScreenFields.list({ screen_id: [screen_id], field_id: [field_id] })
    const where = { issue_screen_field_id: placed?.id ?? '' }
    await client.issueScreenFields.update(where, { is_read_only: false })
    await client.issueTypes.update(place, { create_screen_id: screen_id })
    await use(false)
    await client.issueScreenFields.update(where, { is_read_only: true })
    expect(await refusal(use(true))).toEqual(notAllowed('is_active'))
    const severe = await newScreen()
    const severity = { screen_id: severe, field_id: await systemField('severity'), is_required: true }
    await client.issueScreenFields.create(severity)
    expect(await refusal(newType({ create_screen_id: severe }))).toEqual(notAllowed('create_screen_id'))
    expect(await newType({ create_screen_id: severe, subtype: 'incident' })).toMatchObject({
      create_screen_id: severe,
    })
  })

  test('where a transition requires what its screen hides', async () => {
    const { client } = desk
    const screen_id = await newScreen()
    const { id: field_id, key } = await newField()
    const { id } = await client.issueScreenFields.create({ screen_id, field_id, is_hidden: true })
    const asking = { screen_id, required_fields: [key] }
    expect(await refusal(newWay(asking))).toEqual(notAllowed('required_fields'))
    const { transition } = await newWay({ screen_id })
    const place = { issue_workflow_transition_id: transition.id }
    expect(await refusal(client.issueWorkflowTransitions.update(place, { required_fields: [key] }))).toEqual(
      notAllowed('required_fields'),
    )
    const shown = { issue_screen_field_id: id }
    await client.issueScreenFields.update(shown, { is_hidden: false })
    await client.issueWorkflowTransitions.update(place, { required_fields: [key] })
    expect(await refusal(client.issueScreenFields.update(shown, { is_hidden: true }))).toEqual(
      notAllowed('is_hidden'),
    )
  })
})

describe('statuses', () => {
  test('are left by a transition to another one', async () => {
    const { client } = desk
    const { workflow_id, from, to, transition } = await newWay()
    const round = { workflow_id, key: newKey(), name: 'Round', from_status_id: to.id, to_status_id: to.id }
    expect((await problemOf(client.issueWorkflowTransitions.create(round)))?.errors).toMatchObject([
      {
        pointer: '/to_status_id',
        code: 'not_allowed_value',
        message: 'from_status and to_status must differ',
      },
    ])
    const place = { issue_workflow_transition_id: transition.id }
    expect(await refusal(client.issueWorkflowTransitions.update(place, { to_status_id: from.id }))).toEqual(
      notAllowed('to_status_id'),
    )
  })

  test('that are not active are never given', async () => {
    const { client } = desk
    const { type, from, to, transition } = await newWay()
    const { id: issue_id } = await desk.newIssue({ issue_type: type.key })
    const use = (id: string, is_active: boolean) =>
      client.issueStatuses.update({ issue_status_id: id }, { is_active })
    await use(to.id, false)
    expect(await client.issues.transitions.list({ issue_id })).toEqual([])
    expect(await client.issues.transitions.list({ issue_id }, { include_unavailable: true })).toMatchObject([
      { id: transition.id, is_available: false, unavailable_reasons: ['status_not_active'] },
    ])
    expect(await refusal(client.issues.transition({ issue_id }, { transition_id: transition.id }))).toEqual([
      409,
      'transition_not_available',
    ])
    await use(to.id, true)
    await use(from.id, false)
    expect(await refusal(desk.newIssue({ issue_type: type.key }))).toEqual(notAllowed('issue_type'))
    const { id: other } = await desk.newIssue()
    expect(await refusal(client.issues.update({ issue_id: other }, { issue_type: type.key }))).toEqual(
      notAllowed('issue_type'),
    )
  })

  test('that are not active do not become the initial one', async () => {
    const { client } = desk
    const { workflow_id, to } = await newWay()
    const [, second] = await client.issueWorkflowStatuses.list({ workflow_id: [workflow_id], sort: ['id'] })
    await client.issueStatuses.update({ issue_status_id: to.id }, { is_active: false })
    const place = { issue_workflow_status_id: second?.id ?? '' }
    expect(await refusal(client.issueWorkflowStatuses.update(place, { is_initial: true }))).toEqual(
      notAllowed('is_initial'),
    )
  })

  test('that are not active do not become the initial one of a new part, the first part included', async () => {
    const { client } = desk
    const { id: workflow_id } = await client.issueWorkflows.create({ key: newKey(), name: 'Way' })
    const idle = await newStatus()
    await client.issueStatuses.update({ issue_status_id: idle.id }, { is_active: false })
    const add = (body: object) => refusal(client.issueWorkflowStatuses.create({ workflow_id, ...body }))
    const inactive = [422, 'validation_failed', ['/status_id reference_archived']]
    expect(await add({ status_id: idle.id })).toEqual(inactive)
    expect(await add({ status_id: idle.id, is_initial: true })).toEqual(inactive)
    expect(await client.issueWorkflowStatuses.list({ workflow_id: [workflow_id] })).toEqual([])
  })

  test('other than the initial one are given to new issues by whoever manages issues', async () => {
    const worker = await desk.member(['issues:read', 'issues:write'])
    const manager = await desk.member(['issues:read', 'issues:write', 'issues:manage'])
    const body = { title: 'Brought in', status: 'in_progress' }
    expect(await problemOf(worker.client.issues.create(body))).toMatchObject({
      status: 403,
      required_permission: 'issues:manage',
    })
    expect((await worker.client.issues.create({ ...body, status: 'todo' })).status).toBe('todo')
    expect((await manager.client.issues.create(body)).status).toBe('in_progress')
  })
})

describe('the hierarchy of types', () => {
  test('holds where an issue gets a parent or another type', async () => {
    const { client } = desk
    const [epic, part] = [await newType({ hierarchy_level: 1 }), await newType({ hierarchy_level: -1 })]
    const { id: task } = await desk.newIssue()
    const { id: whole } = await desk.newIssue({ issue_type: epic.key })
    expect(await refusal(desk.newIssue({ issue_type: epic.key, parent_id: task }))).toEqual(
      notAllowed('parent_id'),
    )
    expect(await refusal(desk.newIssue({ issue_type: part.key }))).toEqual([
      422,
      'validation_failed',
      ['/parent_id required'],
    ])
    const { id: child } = await desk.newIssue({ issue_type: part.key, parent_id: task })
    const change = (issue_id: string, body: object) => refusal(client.issues.update({ issue_id }, body))
    expect(await change(whole, { parent_id: task })).toEqual(notAllowed('parent_id'))
    expect(await change(child, { parent_id: null })).toEqual([
      422,
      'validation_failed',
      ['/parent_id required'],
    ])
    expect(await change(child, { issue_type: epic.key })).toEqual(notAllowed('issue_type'))
    expect(await change(task, { issue_type: part.key })).toEqual([
      422,
      'validation_failed',
      ['/parent_id required'],
    ])
    await client.issues.update({ issue_id: task }, { parent_id: whole })
    expect(await change(whole, { issue_type: part.key })).toEqual([
      422,
      'validation_failed',
      ['/parent_id required', '/issue_type not_allowed_value'],
    ])
    expect(await change(child, { title: 'Renamed' })).toMatchObject({ title: 'Renamed' })
  })

  test('holds where a type gets another level', async () => {
    const type = await newType({ hierarchy_level: 1 })
    const { id: parent_id } = await desk.newIssue({ issue_type: type.key })
    const above = await newType({ hierarchy_level: 1 })
    await desk.newIssue({ issue_type: above.key, parent_id })
    const place = { issue_type_id: type.id }
    expect(await refusal(desk.client.issueTypes.update(place, { hierarchy_level: 0 }))).toEqual([
      409,
      'dependent_item_exists',
    ])
    const free = await newType()
    expect(
      await desk.client.issueTypes.update({ issue_type_id: free.id }, { hierarchy_level: -1 }),
    ).toMatchObject({ hierarchy_level: -1 })
  })
})

test('transitions that ask for nothing are listed first', async () => {
  const { client } = desk
  const { workflow_id, from, to, transition, type } = await newWay({ position: 9 })
  const more = async (body: object) =>
    client.issueWorkflowTransitions.create({
      workflow_id,
      key: newKey(),
      name: 'More',
      from_status_id: from.id,
      to_status_id: to.id,
      ...body,
    })
  const says = await more({ position: 1, requires_comment: true })
  const needs = await more({ position: 2, required_fields: ['due_date'] })
  const shows = await more({ position: 3, screen_id: await newScreen() })
  const { id: issue_id } = await desk.newIssue({ issue_type: type.key })
  const ids = async (query = {}) =>
    (await client.issues.transitions.list({ issue_id }, query)).map(({ id }) => id)
  expect(await ids()).toEqual([transition.id, shows.id, says.id, needs.id])
  expect(await ids({ sort: ['position'] })).toEqual([says.id, needs.id, shows.id, transition.id])
  const pages: string[] = []
  for await (const { id } of client.issues.transitions.list.all({ issue_id }, { limit: 1 })) pages.push(id)
  expect(pages).toEqual(await ids())
  await client.issues.update({ issue_id }, { due_date: '2026-12-24' })
  expect(await ids()).toEqual([transition.id, needs.id, shows.id, says.id])
})

test('names in the place of keys are answered with the keys', async () => {
  const { client } = desk
  const { id: issue_id } = await desk.newIssue()
  const allowed = async (promise: Promise<unknown>) => (await problemOf(promise))?.errors?.[0]?.allowed
  expect(await allowed(desk.newIssue({ issue_type: 'Incident' }))).toContain('incident')
  expect(await allowed(desk.newIssue({ priority: 'High' }))).toContain('high')
  expect(await allowed(desk.newIssue({ status: 'To do' }))).toContain('todo')
  expect(await allowed(client.issues.transition({ issue_id }, { to_status: 'In progress' }))).toContain(
    'in_progress',
  )
  for (const query of [{ issue_type: ['An incident'] }, { priority: ['Higher'] }, { status: ['To do'] }])
    expect(await allowed(client.issues.list(query))).toBeDefined()
  expect(await allowed(client.assetRepairs.list({ priority: ['Higher'] }))).toContain('high')
  expect(await allowed(client.assetRepairs.list({ status: ['On hold'] }))).toContain('on_hold')
})
