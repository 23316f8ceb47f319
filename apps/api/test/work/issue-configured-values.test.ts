import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { archivePerson, createPerson } from '../world.ts'
import { newKey, openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()
let way: { readonly workflow_id: string; readonly todo: string; readonly done: string }
beforeAll(async () => {
  way = await newWay()
})

const named = () => ({ key: newKey(), name: 'Something' })
const invalid = (...errors: string[]) => [422, 'validation_failed', errors]

/** A workflow of two statuses. */
async function newWay() {
  const { id: workflow_id } = await desk.client.issueWorkflows.create(named())
  const add = async () => {
    const { id: status_id } = await desk.client.issueStatuses.create({ ...named(), category: 'started' })
    await desk.client.issueWorkflowStatuses.create({ workflow_id, status_id })
    return status_id
  }
  return { workflow_id, todo: await add(), done: await add() }
}

const newTransition = (set_fields: Record<string, string | number | boolean | null | unknown[]>) =>
  desk.client.issueWorkflowTransitions.create({
    ...named(),
    workflow_id: way.workflow_id,
    from_status_id: way.todo,
    to_status_id: way.done,
    set_fields,
  })

const fieldId = async (key: string) => (await desk.client.issueFields.list({ key: [key] }))[0]?.id ?? ''

async function newDefault(key: string, default_value: string | number | boolean | unknown[] | null) {
  const { id: screen_id } = await desk.client.issueScreens.create(named())
  const field_id = await fieldId(key)
  return desk.client.issueScreenFields.create({ screen_id, field_id, default_value })
}

describe('what a transition sets', () => {
  test.each([
    ['details.impact', 'bogus', 'not_allowed_value'],
    ['details.is_major', 'yes', 'invalid_type'],
    ['details.severity', null, 'not_allowed_value'],
    ['due_date', 'x', 'invalid_format'],
    ['title', '', 'too_short'],
    ['labels', 'a label', 'invalid_type'],
    ['assignee_id', 'nobody', 'reference_not_found'],
    ['opened_at', '2999-01-01T00:00:00Z', 'out_of_range'],
    ['details.asset_id', null, 'not_allowed_value'],
    ['priority', 'bogus', 'not_allowed_value'],
    ['issue_type', 'incident', 'read_only'],
    ['parent_id', null, 'read_only'],
    ['status', 'resolved', 'not_allowed_value'],
  ])('is not %s: %j', async (path, value, code) => {
    expect(await refusal(newTransition({ [path]: value }))).toEqual(invalid(`/set_fields/${path} ${code}`))
  })

  test('is checked when it is changed, too, and then alone', async () => {
    const { id: issue_workflow_transition_id } = await newTransition({ 'details.impact': 'high' })
    const update = (body: object) =>
      refusal(desk.client.issueWorkflowTransitions.update({ issue_workflow_transition_id }, body))
    expect(await update({ set_fields: { 'details.impact': 'bogus' } })).toEqual(
      invalid('/set_fields/details.impact not_allowed_value'),
    )
    expect(await update({ name: 'Another' })).toMatchObject({ name: 'Another' })
  })

  test('names records of the tenant, of the kind that the member says', async () => {
    const other = await openDesk(desk.service)
    const incident = await desk.newIssue({ issue_type: 'incident' })
    const approvers = [desk.owner.id, other.owner.id]
    for (const [path, value, error] of [
      ['assignee_id', other.owner.id, '/set_fields/assignee_id reference_not_found'],
      ['asset_ids', [newId()], '/set_fields/asset_ids/0 reference_not_found'],
      ['details.approver_ids', approvers, '/set_fields/details.approver_ids/1 reference_not_found'],
      ['details.problem_id', incident.id, '/set_fields/details.problem_id not_allowed_value'],
    ] satisfies [string, string | string[], string][])
      expect(await refusal(newTransition({ [path]: value }))).toEqual(invalid(error))
  })

  test('is no value that one issue alone may have, and takes none away that issues need', async () => {
    const field = async (rules: object) =>
      (await desk.client.issueFields.create({ ...named(), type: 'text', ...rules })).path
    const [unique, needed] = [await field({ is_unique: true }), await field({ is_required: true })]
    expect(await refusal(newTransition({ [unique]: 'T-1', [needed]: null, priority: 'bogus' }))).toEqual(
      invalid(
        `/set_fields/${unique} must_be_null`,
        `/set_fields/${needed} required`,
        '/set_fields/priority not_allowed_value',
      ),
    )
    const cleared = { [unique]: null, [needed]: 'A 12', labels: [], 'details.impact': null }
    expect(await newTransition(cleared)).toMatchObject({ set_fields: cleared })
    await desk.client.issueFields.update(
      { issue_field_id: await fieldId(needed.replace('custom_fields.', '')) },
      { is_required: false },
    )
  })

  test('is kept as issues have it, and set by the move', async () => {
    const own = await newWay()
    const { key: issue_type } = await desk.client.issueTypes.create({
      ...named(),
      subtype: 'incident',
      workflow_id: own.workflow_id,
    })
    const { set_fields } = await desk.client.issueWorkflowTransitions.create({
      ...named(),
      workflow_id: own.workflow_id,
      to_status_id: own.done,
      set_fields: {
        assignee_id: desk.owner.id.toLowerCase(),
        'details.impact': 'high',
        'details.resume_at': '2026-01-01T02:00:00+02:00',
        'details.resolution_code': 'risk_accepted',
      },
    })
    expect(set_fields).toMatchObject({
      assignee_id: desk.owner.id,
      'details.resume_at': '2026-01-01T00:00:00.000Z',
    })
    const { id: issue_id } = await desk.newIssue({ issue_type })
    const [move] = await desk.client.issues.transitions.list({ issue_id })
    const moved = await desk.client.issues.transition({ issue_id }, { transition_id: move?.id ?? '' })
    expect(moved).toMatchObject({
      assignee_id: desk.owner.id,
      details: { impact: 'high', resolution_code: null },
    })
  })
})

test('a person that a transition sets hinders no move once archived', async () => {
  const own = await newWay()
  const { key, path } = await desk.client.issueFields.create({ ...named(), type: 'person' })
  const person = await createPerson(desk.service, desk.tenantId)
  const transition = {
    ...named(),
    workflow_id: own.workflow_id,
    to_status_id: own.done,
    set_fields: { [path]: person },
  }
  await desk.client.issueWorkflowTransitions.create(transition)
  const { key: issue_type } = await desk.client.issueTypes.create({
    ...named(),
    workflow_id: own.workflow_id,
  })
  const { id: issue_id } = await desk.newIssue({ issue_type })
  await archivePerson(desk.service, desk.tenantId, person)
  expect(
    await refusal(desk.client.issueWorkflowTransitions.create({ ...transition, key: newKey() })),
  ).toEqual(invalid(`/set_fields/${path} reference_archived`))
  const [move] = await desk.client.issues.transitions.list({ issue_id })
  const moved = desk.client.issues.transition({ issue_id }, { transition_id: move?.id ?? '' })
  expect((await moved).custom_fields).toEqual({ [key]: person })
})

test('a person that a transition sets is not set once gone', async () => {
  const own = await newWay()
  const { path } = await desk.client.issueFields.create({ ...named(), type: 'person' })
  const { id: person_id } = await desk.client.persons.create({})
  await desk.client.issueWorkflowTransitions.create({
    ...named(),
    workflow_id: own.workflow_id,
    to_status_id: own.done,
    set_fields: { [path]: person_id, 'details.requester_person_id': person_id, 'details.impact': 'high' },
  })
  const { key: issue_type } = await desk.client.issueTypes.create({
    ...named(),
    subtype: 'incident',
    workflow_id: own.workflow_id,
  })
  const { id: issue_id } = await desk.newIssue({ issue_type })
  await desk.client.persons.delete({ person_id })
  const [move] = await desk.client.issues.transitions.list({ issue_id })
  const moved = await desk.client.issues.transition({ issue_id }, { transition_id: move?.id ?? '' })
  expect(moved.custom_fields).toEqual({})
  expect(moved.details).toMatchObject({ impact: 'high', requester_person_id: null })
})

describe('what a screen gives by default', () => {
  test.each([
    ['impact', 'bogus', 'not_allowed_value'],
    ['due_date', 'x', 'invalid_format'],
    ['priority', 'bogus', 'not_allowed_value'],
    ['issue_type', 'incident', 'read_only'],
    ['assignee_id', '01K00000000000000000000999', 'reference_not_found'],
  ])('is not %s: %j', async (key, value, code) => {
    expect(await refusal(newDefault(key, value))).toEqual(invalid(`/default_value ${code}`))
  })

  test('is what the issue begins with', async () => {
    const { screen_id } = await newDefault('impact', 'high')
    const add = async (key: string, default_value: string) =>
      desk.client.issueScreenFields.create({ screen_id, field_id: await fieldId(key), default_value })
    await add('due_date', '2026-03-01')
    const { id: issue_screen_field_id } = await add('priority', 'low')
    const { key: issue_type } = await desk.client.issueTypes.create({
      ...named(),
      subtype: 'incident',
      create_screen_id: screen_id,
      workflow_id: way.workflow_id,
    })
    expect(await desk.newIssue({ issue_type })).toMatchObject({
      due_date: '2026-03-01',
      priority: 'low',
      details: { impact: 'high' },
    })
    const update = (body: object) =>
      refusal(desk.client.issueScreenFields.update({ issue_screen_field_id }, body))
    expect(await update({ default_value: 'bogus' })).toEqual(invalid('/default_value not_allowed_value'))
    expect(await update({ default_value: null })).toMatchObject({ default_value: null })
  })
})

test('a change of the type leaves a resolution code behind that the other kind does not know', async () => {
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'incident',
    details: { resolution_code: 'training' },
  })
  const changed = await desk.client.issues.update({ issue_id }, { issue_type: 'known_problem' })
  expect(changed.details).toMatchObject({ subtype: 'known_problem', resolution_code: null })
})
