import { describe, expect, test } from 'vitest'
import { newKey, openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const named = (name = newKey()) => ({ key: newKey(), name })

async function newScreen(fields: Readonly<Record<string, object>>) {
  const { id: screen_id } = await desk.client.issueScreens.create(named())
  for (const [key, rules] of Object.entries(fields)) {
    const [field] = await desk.client.issueFields.list({ key: [key] })
    await desk.client.issueScreenFields.create({ screen_id, field_id: field?.id ?? '', ...rules })
  }
  return screen_id
}

interface Wish {
  readonly second?: object
  readonly move?: object
  readonly type?: object
}

/** A type of the tenant, with a workflow of two statuses and transitions between them in both directions. */
async function newType({ second = {}, move = {}, type = {} }: Wish = {}) {
  const { client } = desk
  const from = await client.issueStatuses.create({ ...named(), category: 'unstarted' })
  const to = await client.issueStatuses.create({ ...named(), category: 'started', ...second })
  const { id: workflow_id } = await client.issueWorkflows.create(named())
  for (const status of [from, to])
    await client.issueWorkflowStatuses.create({ workflow_id, status_id: status.id })
  const transition = (start: { id: string }, end: { id: string }, body: object = {}) =>
    client.issueWorkflowTransitions.create({
      workflow_id,
      ...named(),
      from_status_id: start.id,
      to_status_id: end.id,
      ...body,
    })
  const forth = await transition(from, to, move)
  await transition(to, from)
  const made = await client.issueTypes.create({
    ...named(),
    subtype: 'task',
    hierarchy_level: 0,
    workflow_id,
    ...type,
  })
  return { issue_type: made.key, from, to, forth, workflow_id }
}

const errors = (...pointers: string[]) => [422, 'validation_failed', pointers]

describe('the screen for new issues', () => {
  test('asks, gives defaults, and keeps what it hides or only shows', async () => {
    const create_screen_id = await newScreen({
      description: { is_required: true },
      due_date: { is_read_only: true },
      resolution: { is_hidden: true },
      priority: { default_value: 'low' },
    })
    const { issue_type } = await newType({ type: { create_screen_id } })
    const make = (body: object) => refusal(desk.newIssue({ issue_type, ...body }))
    expect(await make({})).toEqual(errors('/description required'))
    expect(await make({ description: 'x', due_date: '2026-01-01' })).toEqual(errors('/due_date read_only'))
    expect(await make({ description: 'x', resolution: 'x' })).toEqual(errors('/resolution read_only'))
    expect(await make({ description: 'x' })).toMatchObject({ priority: 'low', due_date: null })
    expect(await make({ description: 'x', priority: 'high' })).toMatchObject({ priority: 'high' })
    expect(await refusal(desk.newIssue())).toMatchObject({ description: null })
  })
})

describe('the screen for changes', () => {
  test('asks for what is taken away, or whenever it is to be enforced, and holds in PATCH alone', async () => {
    const edit_screen_id = await newScreen({
      description: { is_required: true },
      assignee_id: { is_required: true, enforce_on_update: true },
      labels: { is_read_only: true },
    })
    const { issue_type, to } = await newType({ type: { edit_screen_id } })
    const { id: issue_id } = await desk.newIssue({ issue_type, labels: ['kept'] })
    const change = (body: object) => refusal(desk.client.issues.update({ issue_id }, body))
    expect(await change({ title: 'New' })).toEqual(errors('/assignee_id required'))
    const assignee_id = desk.owner.id
    expect(await change({ title: 'New', assignee_id })).toMatchObject({ title: 'New', description: null })
    expect(await change({ description: null })).toEqual(errors('/description required'))
    expect(await change({ labels: [] })).toEqual(errors('/labels read_only'))
    const moved = await desk.client.issues.transition(
      { issue_id },
      { to_status: to.key, fields: { labels: ['moved'] } },
    )
    expect(moved.labels).toEqual(['moved'])
  })
})

describe('a transition', () => {
  const perform = (issue_id: string, to_status: string, client = desk.client, more: object = {}) =>
    refusal(client.issues.transition({ issue_id }, { to_status, ...more }))
  const worker = ['issues:read', 'issues:write']
  const forbidden = [403, 'permission_denied']

  test('of some groups is for their members', async () => {
    const [bob, eve] = [await desk.member(worker), await desk.member(worker)]
    const group = await desk.client.groups.create({ name: 'Movers', permissions: [] })
    await desk.client.groups.memberships.create({ group_id: group.id }, { user_id: bob.id })
    const { issue_type, to } = await newType({ move: { allowed_group_ids: [group.id] } })
    const { id: issue_id } = await desk.newIssue({ issue_type })
    expect(await perform(issue_id, to.key, eve.client)).toEqual(forbidden)
    expect(await refusal(eve.client.issues.update({ issue_id }, { status: to.key }))).toEqual(forbidden)
    const [shown] = await eve.client.issues.transitions.list({ issue_id }, { include_unavailable: true })
    expect(shown?.unavailable_reasons).toEqual(['not_in_allowed_group'])
    expect(await perform(issue_id, to.key, bob.client)).toMatchObject({ status: to.key })
  })

  test('of the reporter, the assignee or the watchers is for them', async () => {
    for (const actor of ['reporter', 'assignee', 'watcher'] as const) {
      const [bob, eve] = [await desk.member(worker), await desk.member(worker)]
      const { issue_type, to } = await newType({ move: { allowed_actors: [actor] } })
      const party = actor === 'reporter' ? { reporter_id: bob.id } : { reporter_id: desk.owner.id }
      const { id: issue_id } = await desk.newIssue({
        issue_type,
        ...party,
        ...(actor === 'assignee' ? { assignee_id: bob.id } : {}),
      })
      if (actor === 'watcher') await desk.client.issues.watchers.create({ issue_id }, { user_id: bob.id })
      expect([actor, await perform(issue_id, to.key, eve.client)]).toEqual([actor, forbidden])
      const [shown] = await eve.client.issues.transitions.list({ issue_id }, { include_unavailable: true })
      expect(shown?.unavailable_reasons).toEqual(['not_an_allowed_actor'])
      expect([actor, await perform(issue_id, to.key, bob.client)]).toMatchObject([actor, { status: to.key }])
    }
  })

  test('that wants a comment is made with one, and PATCH has none to give', async () => {
    const { issue_type, to } = await newType({ move: { requires_comment: true } })
    const { id: issue_id } = await desk.newIssue({ issue_type })
    expect(await perform(issue_id, to.key)).toEqual(errors('/comment required'))
    expect(await refusal(desk.client.issues.update({ issue_id }, { status: to.key }))).toEqual(
      errors('/comment required'),
    )
    expect(await perform(issue_id, to.key, desk.client, { comment: 'Because' })).toMatchObject({
      status: to.key,
      comment_count: 1,
    })
  })

  test('that sets fields sets them, and is made of the version that one knows', async () => {
    const { issue_type, to } = await newType({ move: { set_fields: { resolution: null, priority: 'high' } } })
    const { id: issue_id, version } = await desk.newIssue({ issue_type, priority: 'low' })
    const stale = { ifMatch: `"v${version + 1}"` }
    expect(await refusal(desk.client.issues.transition({ issue_id }, { to_status: to.key }, stale))).toEqual([
      412,
      'precondition_failed',
    ])
    expect(
      await desk.client.issues.transition({ issue_id }, { to_status: to.key }, { ifMatch: `"v${version}"` }),
    ).toMatchObject({ status: to.key, priority: 'high' })
  })
})

test('in a read-only status an issue is moved and not changed', async () => {
  const { issue_type, from, to } = await newType({ second: { is_readonly: true } })
  const { id: issue_id } = await desk.newIssue({ issue_type })
  const change = (body: object) => refusal(desk.client.issues.update({ issue_id }, body))
  expect(await change({ status: to.key, title: 'Last words' })).toMatchObject({ title: 'Last words' })
  expect(await change({ title: 'More', labels: [] })).toEqual(errors('/title read_only', '/labels read_only'))
  expect(
    await refusal(
      desk.client.issues.transition({ issue_id }, { to_status: from.key, fields: { title: 'More' } }),
    ),
  ).toEqual(errors('/fields/title read_only'))
  expect(await change({ status: from.key })).toMatchObject({ title: 'Last words', status: from.key })
})

test('a move out of a read-only status writes the values that it requests, and no others', async () => {
  const { client } = desk
  const { key: room } = await client.issueFields.create({ ...named(), type: 'text' })
  const { key: floor } = await client.issueFields.create({ ...named(), type: 'text' })
  const screen_id = await newScreen({ [floor]: {}, assignee_id: { is_read_only: true }, due_date: {} })
  const { issue_type, to, workflow_id } = await newType({
    second: { is_readonly: true },
    type: { subtype: 'incident' },
  })
  const leave = async (category: 'completed' | 'started', more: object, rules: object = {}) => {
    const end = await client.issueStatuses.create({ ...named(), category, ...more })
    await client.issueWorkflowStatuses.create({ workflow_id, status_id: end.id })
    const ends = { from_status_id: to.id, to_status_id: end.id }
    await client.issueWorkflowTransitions.create({ ...named(), workflow_id, ...ends, ...rules })
    return end.key
  }
  const done = await leave('completed', {}, { screen_id, required_fields: [room] })
  const paused = await leave('started', { pauses_clock: true })
  const moved = async (to_status: string, fields: object) => {
    const { id: issue_id } = await desk.newIssue({ issue_type, status: to.key })
    return refusal(client.issues.transition({ issue_id }, { to_status, fields }))
  }
  const resolution_notes = 'New cable'
  const asked = {
    custom_fields: { [room]: 'A 12', [floor]: '1' },
    due_date: '2026-05-01',
    resolution: 'Done',
  }
  expect(await moved(done, { ...asked, details: { resolution_notes } })).toMatchObject({
    ...asked,
    status: done,
    details: { resolution_notes },
  })
  expect(await moved(paused, { details: { on_hold_reason: 'awaiting_vendor' } })).toMatchObject({
    status: paused,
  })
  const others = { assignee_id: null, custom_fields: { [room]: 'A 12' }, details: { impact: 'low' } }
  expect(
    await moved(paused, { ...others, details: { impact: 'low', on_hold_reason: 'awaiting_vendor' } }),
  ).toEqual(
    errors(
      '/fields/assignee_id read_only',
      '/fields/details/impact read_only',
      `/fields/custom_fields/${room} read_only`,
    ),
  )
})

test('of another type an issue keeps its status where that has it, and else begins anew', async () => {
  const { issue_type, from } = await newType()
  const { id: issue_id, number } = await desk.newIssue({
    issue_type: 'incident',
    status: 'in_progress',
    details: { severity: 'high', impact: 'high' },
  })
  const change = (body: object) => desk.client.issues.update({ issue_id }, body)
  const request = await change({ issue_type: 'service_request' })
  expect(request).toMatchObject({
    status: 'in_progress',
    details: { subtype: 'service_request', impact: 'high' },
  })
  expect(request.details).not.toHaveProperty('severity')
  expect(await change({ issue_type })).toMatchObject({ issue_type, status: from.key, number })
  const history = await desk.client.issues.history.list({ issue_id }, { sort: ['id'] })
  expect(history.map(({ changes }) => changes.map(({ field }) => field)).slice(1)).toEqual([
    expect.arrayContaining(['issue_type']),
    expect.arrayContaining(['issue_type', 'status']),
  ])
})

test('issues are about configuration items of the tenant, and found by them', async () => {
  const [first, second] = [
    await desk.client.configurationItems.create({ name: 'Mail' }),
    await desk.client.configurationItems.create({ name: 'Web' }),
  ]
  const { id: issue_id } = await desk.newIssue({ configuration_item_ids: [first.id, second.id] })
  const found = async (id: string) =>
    (await desk.client.issues.list({ configuration_item_id: [id] })).map((issue) => issue.id)
  expect([await found(first.id), await found(second.id)]).toEqual([[issue_id], [issue_id]])
  const changed = await desk.client.issues.update({ issue_id }, { configuration_item_ids: [second.id] })
  expect(changed).toMatchObject({ configuration_item_ids: [second.id], version: 2 })
  expect([await found(first.id), await found(second.id)]).toEqual([[], [issue_id]])
  const other = await openDesk(desk.service)
  const theirs = await other.client.configurationItems.create({ name: 'Mail' })
  expect(await refusal(desk.newIssue({ configuration_item_ids: [first.id, theirs.id] }))).toEqual(
    errors('/configuration_item_ids/1 reference_not_found'),
  )
})
