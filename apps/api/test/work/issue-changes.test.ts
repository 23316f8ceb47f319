import { describe, expect, test } from 'vitest'
import { createProject } from '../world.ts'
import { newKey, openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const notAnApprover = [403, 'permission_denied']

test('a final review is taken up again by a move alone', async () => {
  const incident = await desk.newIssue({ issue_type: 'incident' })
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    details: { incident_ids: [incident.id], root_cause: 'A full disk' },
  })
  for (const status of ['review', 'final']) await desk.client.issues.update({ issue_id }, { status })
  const details = { review_status: 'draft' as const, root_cause: null }
  expect(await refusal(desk.client.issues.update({ issue_id }, { details }))).toEqual([
    422,
    'validation_failed',
    ['/details/review_status not_allowed_value'],
  ])
  expect((await desk.client.issues.get({ issue_id })).details).toMatchObject({ review_status: 'final' })
})

test('issues of an archived project are neither deleted nor linked, from either end', async () => {
  const project_id = await createProject(desk.service, desk.tenantId)
  const [frozen, other] = [await desk.newIssue({ project_id }), await desk.newIssue()]
  const { issues, projects } = desk.client
  const link = { link_type: 'relates_to', linked_issue_id: frozen.id }
  const { id: link_id } = await issues.links.create({ issue_id: other.id }, link)
  await projects.archive({ project_id })
  for (const attempt of [
    () => issues.delete({ issue_id: frozen.id }),
    () => issues.links.delete({ issue_id: other.id, link_id }),
    () => issues.links.create({ issue_id: other.id }, { ...link, link_type: 'blocks' }),
  ])
    expect(await refusal(attempt())).toEqual([409, 'record_archived'])
})

test('a new review is final only when its actions are planned', async () => {
  const [incident, action] = await Promise.all([desk.newIssue({ issue_type: 'incident' }), desk.newIssue()])
  const details = {
    incident_ids: [incident.id],
    action_issue_ids: [action.id],
    review_status: 'final' as const,
    root_cause: 'A full disk',
  }
  const made = () => refusal(desk.newIssue({ issue_type: 'post_incident_analysis', details }))
  expect(await made()).toEqual([422, 'validation_failed', ['/details/action_issue_ids/0 required']])
  await desk.client.issues.update(
    { issue_id: action.id },
    { assignee_id: desk.owner.id, due_date: '2027-01-31' },
  )
  expect(await made()).toMatchObject({ details: { review_status: 'final' } })
})

describe('the type of an issue', () => {
  test('changes without a move', async () => {
    const { id: issue_id } = await desk.newIssue({ issue_type: 'incident' })
    const body = { issue_type: 'service_request', status: 'in_progress' }
    expect(await refusal(desk.client.issues.update({ issue_id }, body))).toEqual([
      422,
      'validation_failed',
      ['/issue_type not_allowed_value'],
    ])
    const fields = { issue_type: 'service_request' }
    expect(
      await refusal(desk.client.issues.transition({ issue_id }, { to_status: 'in_progress', fields })),
    ).toEqual([422, 'validation_failed', ['/fields/issue_type not_allowed_value']])
    const changed = await desk.client.issues.update({ issue_id }, fields)
    expect(changed).toMatchObject({ issue_type: 'service_request', status: 'new' })
  })

  test('requires what a new issue of the type needs, and what its status requires of the subtype', async () => {
    const { client } = desk
    const [field] = await client.issueFields.list({ key: ['impact'] })
    const { id: create_screen_id } = await client.issueScreens.create({ key: newKey(), name: 'New' })
    const place = { screen_id: create_screen_id, field_id: field?.id ?? '', is_required: true }
    await client.issueScreenFields.create(place)
    const type = await client.issueTypes.create({
      key: newKey(),
      name: 'Outage',
      subtype: 'incident',
      create_screen_id,
    })
    const only = { type: 'text' as const, issue_type_ids: [type.id] }
    const room = await client.issueFields.create({ key: newKey(), name: 'Room', is_required: true, ...only })
    const floor = await client.issueFields.create({
      key: newKey(),
      name: 'Floor',
      is_required: true,
      default_value: 'first',
      ...only,
    })
    const { id: issue_id } = await desk.newIssue({ status: 'on_hold' })
    const change = (body: object) => client.issues.update({ issue_id }, { issue_type: type.key, ...body })
    expect(await refusal(change({}))).toEqual([
      422,
      'validation_failed',
      ['/details/impact required', '/details/on_hold_reason required', `/custom_fields/${room.key} required`],
    ])
    const details = { impact: 'low', on_hold_reason: 'awaiting_vendor' }
    expect(await change({ details, custom_fields: { [room.key]: 'A 12' } })).toMatchObject({
      issue_type: type.key,
      status: 'on_hold',
      details,
      custom_fields: { [room.key]: 'A 12', [floor.key]: 'first' },
    })
  })

  test('loses nothing: the history keeps details that the kind lacks, the issue values of fields that the type lacks', async () => {
    const { client, newIssue } = await openDesk(desk.service)
    const [incident] = await client.issueTypes.list({ key: ['incident'] })
    const key = newKey()
    const issue_type_ids = [incident?.id ?? '']
    await client.issueFields.create({ key, name: 'Room', type: 'text', is_required: true, issue_type_ids })
    const custom_fields = { [key]: 'A 12' }
    const { id: issue_id } = await newIssue({
      issue_type: 'incident',
      details: { severity: 'high', impact: 'low' },
      custom_fields,
    })
    const change = (body: object) => client.issues.update({ issue_id }, body)
    expect(await change({ issue_type: 'task' })).toMatchObject({
      details: { subtype: 'task' },
      custom_fields,
    })
    const told = (await client.issues.history.list({ issue_id }, { sort: ['id'] })).at(-1)?.changes ?? []
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'details.severity', from: 'high', to: null }),
        expect.objectContaining({ field: 'details.impact', from: 'low', to: null }),
      ]),
    )
    expect(await refusal(change({ custom_fields: { [key]: 'B 1' } }))).toEqual([
      422,
      'validation_failed',
      [`/custom_fields/${key} unknown_field`],
    ])
    expect(await change({ issue_type: 'incident' })).toMatchObject({ custom_fields })
    await change({ issue_type: 'task' })
    expect((await change({ custom_fields: { [key]: null } })).custom_fields).toEqual({})
    expect(await refusal(change({ issue_type: 'incident' }))).toEqual([
      422,
      'validation_failed',
      [`/custom_fields/${key} required`],
    ])
  })

  test('opens no closed issue', async () => {
    const incident = await desk.newIssue({ issue_type: 'incident' })
    const { id: issue_id } = await desk.newIssue({ issue_type: 'service_request', status: 'closed' })
    const body = { issue_type: 'post_incident_analysis', details: { incident_ids: [incident.id] } }
    expect(await refusal(desk.client.issues.update({ issue_id }, body))).toEqual([
      422,
      'validation_failed',
      ['/issue_type not_allowed_value'],
    ])
    expect(await desk.client.issues.get({ issue_id })).toMatchObject({ status: 'closed', is_closed: true })
  })
})

describe('the issue of a repair', () => {
  const newRepair = async () => {
    const model = await desk.client.assetModels.create({ name: newKey(), tracking_type: 'serialized' })
    const { id: asset_id } = await desk.client.assets.create({
      model_id: model.id,
      name: 'Laptop',
      serial_number: newKey(),
    })
    return desk.client.assetRepairs.create({ asset_id, title: 'Hinge' })
  }

  test('is ended from the issue, with the outcome among its details', async () => {
    const { id: repair_id, issue_id, asset_id } = await newRepair()
    await desk.client.issues.update({ issue_id }, { status: 'in_progress' })
    await desk.client.issues.update({ issue_id }, { details: { resolution_notes: 'New hinge' } })
    const resolve = (details: object) =>
      refusal(desk.client.issues.transition({ issue_id }, { to_status: 'resolved', fields: { details } }))
    expect(await resolve({})).toEqual([422, 'validation_failed', ['/fields/details/outcome required']])
    expect(await resolve({ outcome: 'successful' })).toEqual([
      422,
      'validation_failed',
      ['/fields/details/outcome not_allowed_value'],
    ])
    expect(await resolve({ outcome: 'replaced' })).toMatchObject({ details: { outcome: 'replaced' } })
    expect(await desk.client.assetRepairs.get({ repair_id })).toMatchObject({
      status: 'resolved',
      outcome: 'replaced',
    })
    expect((await desk.client.assets.get({ asset_id })).in_repair).toBe(false)
  })

  test('stays one', async () => {
    const { issue_id } = await newRepair()
    expect(await refusal(desk.client.issues.update({ issue_id }, { issue_type: 'task' }))).toEqual([
      422,
      'validation_failed',
      ['/issue_type not_allowed_value'],
    ])
  })

  test('is found by its outcome', async () => {
    const made = await newRepair()
    const { asset_id } = made
    const found = (outcome: 'repaired' | 'null') =>
      desk.client.assetRepairs.list({ asset_id: [asset_id], outcome: [outcome] })
    expect(await found('null')).toHaveLength(1)
    await desk.client.assetRepairs.update({ repair_id: made.id }, { outcome: 'repaired' })
    expect(await found('null')).toEqual([])
    expect(await found('repaired')).toHaveLength(1)
  })
})

test.each([
  ['incident', { severity: 'high', resolution_notes: 'Restarted' }],
  ['change', { change_type: 'normal', risk: 'low' }],
] as const)(
  'details of a kind (%s) that are sent as they stand make no version',
  async (issue_type, details) => {
    const { issues } = desk.client
    const made = await desk.newIssue({ issue_type, details })
    const issue_id = made.id
    for (const body of [{ title: made.title }, { details }, {}])
      expect((await issues.update({ issue_id }, body)).version).toBe(made.version)
    expect(await issues.history.list({ issue_id }, { sort: ['id'] })).toHaveLength(1)
  },
)

test('what the edit screen hides is not written by way of a move, unless the screen of the move contains it', async () => {
  const { client } = desk
  const screen = await client.issueScreens.create({ key: newKey(), name: 'Narrow' })
  const fields = await client.issueFields.list({ limit: 500 })
  const fieldOf = (path: string) => fields.find(({ key }) => key === path)?.id ?? ''
  await client.issueScreenFields.create({
    screen_id: screen.id,
    field_id: fieldOf('due_date'),
    is_hidden: true,
  })
  const [task] = await client.issueTypes.list({ key: ['task'] })
  const type = await client.issueTypes.create({
    key: newKey(),
    name: 'Narrow task',
    subtype: 'task',
    workflow_id: task?.workflow_id ?? '',
    edit_screen_id: screen.id,
  })
  const { id: issue_id } = await desk.newIssue({ issue_type: type.key })
  const written = { due_date: '2027-01-31' }
  expect(await refusal(client.issues.update({ issue_id }, written))).toEqual([
    422,
    'validation_failed',
    ['/due_date read_only'],
  ])
  const move = { to_status: 'in_progress' }
  expect(await refusal(client.issues.transition({ issue_id }, { ...move, fields: written }))).toEqual([
    422,
    'validation_failed',
    ['/fields/due_date read_only'],
  ])
  expect((await client.issues.transition({ issue_id }, move)).status).toBe('in_progress')
})

test('errors of a move point into its fields, and to its own members', async () => {
  const { id: issue_id } = await desk.newIssue()
  const perform = (body: object) => refusal(desk.client.issues.transition({ issue_id }, body))
  expect(await perform({ to_status: 'nowhere' })).toEqual([
    422,
    'validation_failed',
    ['/to_status not_allowed_value'],
  ])
  const fields = { parent_id: '01K00000000000000000000ZZZ', assignee_id: '01K00000000000000000000ZZZ' }
  for (const [member, id] of Object.entries(fields))
    expect(await perform({ to_status: 'in_progress', fields: { [member]: id } })).toEqual([
      422,
      'validation_failed',
      [`/fields/${member} reference_not_found`],
    ])
})

test('a comment that comes with a move is in the audit log as any other', async () => {
  const { id: issue_id } = await desk.newIssue()
  await desk.client.issues.transition({ issue_id }, { to_status: 'in_progress', comment: 'Mine' })
  const [comment] = await desk.client.issues.comments.list({ issue_id })
  const rows = await desk.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${desk.tenantId})`
    return sql`select action, record_type from audit_log where record_id = ${comment?.id ?? ''}`
  })
  expect(rows).toMatchObject([{ action: 'created', record_type: 'issue_comment' }])
})

test('who works in one project gives its issues to groups of the tenant that may be read', async () => {
  const projectId = await createProject(desk.service, desk.tenantId)
  const member = await desk.member(['issues:read', 'issues:write'], projectId)
  const group = await desk.client.groups.create({ name: `Crew ${newKey()}` })
  const body = { project_id: projectId, title: 'Broken', assignee_group_id: group.id }
  expect(await refusal(member.client.issues.create(body))).toEqual([
    422,
    'validation_failed',
    ['/assignee_group_id reference_not_found'],
  ])
  const readers = await desk.client.groups.create({ name: newKey(), permissions: ['groups:read'] })
  await desk.client.groups.memberships.create({ group_id: readers.id }, { user_id: member.id })
  expect((await member.client.issues.create(body)).assignee_group_id).toBe(group.id)
})

test('assets and configuration items that an issue concerns cannot be deleted', async () => {
  const model = await desk.client.assetModels.create({ name: newKey(), tracking_type: 'countable' })
  const asset = await desk.client.assets.create({ model_id: model.id, name: 'Cables', quantity: 3 })
  const item = await desk.client.configurationItems.create({ name: newKey(), ci_type: 'server' })
  const { id: issue_id } = await desk.newIssue({
    asset_ids: [asset.id],
    configuration_item_ids: [item.id],
  })
  const removals = [
    () => desk.client.assets.delete({ asset_id: asset.id }),
    () => desk.client.configurationItems.delete({ ci_id: item.id }),
  ]
  for (const remove of removals) {
    const refused = await problemOf(remove())
    expect(refused?.detail).toMatch(/^Still in use by 1 issue (asset|configuration item)\./)
    expect(refused?.code).toBe('dependent_item_exists')
  }
  await desk.client.issues.update({ issue_id }, { asset_ids: [], configuration_item_ids: [] })
  for (const remove of removals) expect(await refusal(remove())).toBeUndefined()
})

describe('a record that is sent back as it was read', () => {
  const kinds: readonly (readonly [issue_type: string, make: () => Promise<object>, changed: object])[] = [
    ['task', async () => ({}), {}],
    ['incident', async () => ({}), { severity: 'high' }],
    ['known_problem', async () => ({}), { is_known_error: true }],
    ['change', async () => ({}), { risk: 'high' }],
    ['service_request', async () => ({}), { quantity: 2 }],
    [
      'post_incident_analysis',
      async () => ({ details: { incident_ids: [(await desk.newIssue({ issue_type: 'incident' })).id] } }),
      { summary: 'A switch' },
    ],
    [
      'repair',
      async () => {
        const model = await desk.client.assetModels.create({ name: newKey(), tracking_type: 'serialized' })
        const asset = { model_id: model.id, name: 'Laptop', serial_number: newKey() }
        return { asset_id: (await desk.client.assets.create(asset)).id }
      },
      { impact: 'high' },
    ],
  ]

  test.each(kinds)('makes no version of a %s', async (issue_type, make, changed) => {
    const { id: issue_id } = await desk.newIssue({ issue_type, ...(await make()) })
    const sendBack = async () => {
      const read = await desk.client.issues.get({ issue_id })
      const sent = { ...read, reporter_id: read.reporter_id ?? undefined }
      expect(await desk.client.issues.update({ issue_id }, sent)).toEqual(read)
      expect(await desk.client.issues.history.list({ issue_id })).toHaveLength(read.version)
    }
    await sendBack()
    if (Object.keys(changed).length === 0) return
    await desk.client.issues.update({ issue_id }, { details: changed })
    await sendBack()
  })
})

describe('an approval that is requested', () => {
  test('is not handed to others, nor lost by a change of type', async () => {
    const bob = await desk.member(['issues:read', 'issues:write'])
    const eve = await desk.member(['issues:read', 'issues:write'])
    const { id: issue_id } = await bob.client.issues.create({
      issue_type: 'service_request',
      title: 'A second screen',
      details: { approver_ids: [desk.owner.id] },
    })
    const { issues } = bob.client
    await issues.update({ issue_id }, { status: 'waiting_for_approval' })
    for (const body of [{ details: { approver_ids: [eve.id] } }, { issue_type: 'task' }])
      expect(await refusal(issues.update({ issue_id }, body))).toEqual(notAnApprover)
    expect((await desk.client.issues.update({ issue_id }, { issue_type: 'task' })).status).toBe('todo')
  })
})

test('a closed issue changes its type by whoever manages issues', async () => {
  const bob = await desk.member(['issues:read', 'issues:write'])
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', status: 'closed' })
  const change = { issue_type: 'service_request' }
  expect(await refusal(bob.client.issues.update({ issue_id }, change))).toEqual(notAnApprover)
  expect(await desk.client.issues.update({ issue_id }, change)).toMatchObject({ is_closed: true })
})

describe('what a status requires', () => {
  test('is required by a workflow that does not configure it', async () => {
    const { client } = desk
    const workflow = await client.issueWorkflows.create({ key: newKey(), name: 'Short' })
    const workflow_id = workflow.id
    const statuses = await client.issueStatuses.list({ key: ['new', 'on_hold', 'closed'] })
    const idOf = (key: string) => statuses.find((status) => status.key === key)?.id ?? ''
    for (const key of ['new', 'on_hold', 'closed'])
      await client.issueWorkflowStatuses.create({
        workflow_id,
        status_id: idOf(key),
        is_initial: key === 'new',
      })
    for (const key of ['on_hold', 'closed'])
      await client.issueWorkflowTransitions.create({
        workflow_id,
        key,
        name: key,
        from_status_id: idOf('new'),
        to_status_id: idOf(key),
      })
    const type = await client.issueTypes.create({
      key: newKey(),
      name: 'Swap',
      subtype: 'change',
      workflow_id,
    })
    const { id: issue_id } = await desk.newIssue({ issue_type: type.key })
    const move = (to_status: string, details = {}) =>
      refusal(client.issues.transition({ issue_id }, { to_status, fields: { details } }))
    expect(await move('on_hold')).toEqual([
      422,
      'validation_failed',
      ['/fields/details/on_hold_reason required'],
    ])
    expect(await move('closed')).toEqual([422, 'validation_failed', ['/fields/details/outcome required']])
    expect(await move('closed', { outcome: 'successful' })).toMatchObject({ status: 'closed' })
    const cleared = client.issues.update({ issue_id }, { details: { outcome: null } })
    expect(await refusal(cleared)).toEqual([422, 'validation_failed', ['/details/outcome required']])
  })

  test('is required of a repair or a change that is created closed', async () => {
    expect(await refusal(desk.newIssue({ issue_type: 'change', status: 'closed' }))).toEqual([
      422,
      'validation_failed',
      ['/details/outcome required'],
    ])
  })
})

test('a repair has another version when its issue changes what it shows, and its asset when it is in repair', async () => {
  const model = await desk.client.assetModels.create({ name: newKey(), tracking_type: 'serialized' })
  const asset = await desk.client.assets.create({
    model_id: model.id,
    name: 'Laptop',
    serial_number: newKey(),
  })
  const repair = await desk.client.assetRepairs.create({ asset_id: asset.id, title: 'Hinge' })
  const { version } = await desk.client.assets.get({ asset_id: asset.id })
  expect(version).toBe(asset.version + 1)
  await desk.client.issues.update({ issue_id: repair.issue_id }, { title: 'Hinge and screen' })
  const now = await desk.client.assetRepairs.get({ repair_id: repair.id })
  expect(now).toMatchObject({ title: 'Hinge and screen', version: repair.version + 1 })
  const other = desk.client.issues.update({ issue_id: repair.issue_id }, { asset_ids: [] })
  expect(await refusal(other)).toEqual([422, 'validation_failed', ['/asset_ids read_only']])
})
