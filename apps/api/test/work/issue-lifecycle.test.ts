import { expect, test } from 'vitest'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()

test('an issue that is taken up again is not resolved, and its history keeps how it was', async () => {
  const { issues } = desk.client
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', status: 'in_progress' })
  const resolved = { resolution_code: 'fixed' as const, resolution_notes: 'Restarted' }
  await issues.update({ issue_id }, { status: 'resolved', details: resolved })
  await issues.update({ issue_id }, { status: 'closed' })
  expect(await issues.update({ issue_id }, { status: 'in_progress' })).toMatchObject({
    resolution: null,
    details: { resolution_code: null, resolution_notes: null },
  })
  expect((await issues.history.list({ issue_id })).at(-1)?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'details.resolution_code', from: 'fixed', to: null }),
      expect.objectContaining({ field: 'details.resolution_notes', from: 'Restarted', to: null }),
    ]),
  )
  expect(await refusal(issues.update({ issue_id }, { status: 'resolved' }))).toEqual([
    422,
    'validation_failed',
    ['/details/resolution_notes required'],
  ])
})

test('a problem is closed without a fix for a reason that is none', async () => {
  const { id: issue_id } = await desk.newIssue({ issue_type: 'known_problem', status: 'assess' })
  const { issues } = desk.client
  const settle = (resolution_code: 'fixed' | 'risk_accepted') =>
    refusal(
      issues.transition(
        { issue_id },
        { to_status: 'closed', fields: { details: { resolution_code, resolution_notes: 'Rare' } } },
      ),
    )
  const [offered] = await issues.transitions.list({ issue_id }, { key: ['settle'] })
  const codes = offered?.fields.find(({ key }) => key === 'resolution_code')?.options.map(({ key }) => key)
  expect(codes).toEqual(['risk_accepted', 'duplicate', 'cancelled'])
  expect(await settle('fixed')).toEqual([
    422,
    'validation_failed',
    ['/fields/details/resolution_code not_allowed_value'],
  ])
  expect(await settle('risk_accepted')).toMatchObject({ status: 'closed', resolution: 'risk_accepted' })
})

test('what a transition takes is checked when it is configured', async () => {
  const [settle] = await desk.client.issueWorkflowTransitions.list({ key: ['settle'] })
  const workflow = await desk.client.issueWorkflows.create({ key: 'own_way', name: 'Own' })
  const workflow_id = workflow.id
  for (const status_id of [settle?.from_status_id ?? '', settle?.to_status_id ?? ''])
    await desk.client.issueWorkflowStatuses.create({ workflow_id, status_id })
  const body = { workflow_id, key: 'settle', name: 'Settle', to_status_id: settle?.to_status_id ?? '' }
  const make = (allowed_values: Record<string, string[]>) =>
    refusal(desk.client.issueWorkflowTransitions.create({ ...body, allowed_values }))
  expect(await make({ nowhere: ['x'], 'details.impact': ['low', 'huge'] })).toEqual([
    422,
    'validation_failed',
    ['/allowed_values/nowhere not_allowed_value', '/allowed_values/details.impact/1 not_allowed_value'],
  ])
  expect(await make({ 'details.impact': ['low'] })).toMatchObject({
    allowed_values: { 'details.impact': ['low'] },
  })
})

test('whoever reports an issue does not respond to it', async () => {
  const { id: issue_id } = await desk.newIssue({ status: 'in_progress' })
  const { issues } = desk.client
  await issues.update({ issue_id }, { status: 'on_hold' })
  await issues.update({ issue_id }, { status: 'in_progress' })
  expect((await issues.get({ issue_id })).first_responded_at).toBeNull()
  const agent = await desk.member(['issues:read', 'issues:write'])
  const answered = await agent.client.issues.update({ issue_id }, { status: 'on_hold' })
  expect(answered.first_responded_at).toEqual(expect.any(String))
})

test('a review is made without its incidents, and is not final without', async () => {
  const { issues } = desk.client
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    details: { root_cause: 'A full disk' },
  })
  await issues.update({ issue_id }, { status: 'review' })
  const finish = (incident_ids?: string[]) =>
    refusal(
      issues.update(
        { issue_id },
        { status: 'final', ...(incident_ids ? { details: { incident_ids } } : {}) },
      ),
    )
  expect(await finish()).toEqual([422, 'validation_failed', ['/details/incident_ids required']])
  const incident = await desk.newIssue({ issue_type: 'incident' })
  expect(await finish([incident.id])).toMatchObject({ status: 'final' })
})

test('a final review stays as it is, whatever becomes of its actions', async () => {
  const { issues } = desk.client
  const planned = { assignee_id: desk.owner.id, due_date: '2031-01-31' }
  const [incident, action] = [await desk.newIssue({ issue_type: 'incident' }), await desk.newIssue(planned)]
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    details: {
      incident_ids: [incident.id],
      action_issue_ids: [action.id],
      root_cause: 'A full disk',
      review_status: 'final',
    },
  })
  await issues.update({ issue_id: action.id }, { due_date: null })
  const write = (details: object) => refusal(issues.update({ issue_id }, { details }))
  expect(await write({ went_well: 'The alarm' })).toMatchObject({ details: { went_well: 'The alarm' } })
  const another = await desk.newIssue()
  expect(await write({ action_issue_ids: [action.id, another.id] })).toEqual([
    422,
    'validation_failed',
    ['/details/action_issue_ids/1 required'],
  ])
})
