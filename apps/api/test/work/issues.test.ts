import { describe, expect, test } from 'vitest'
import { mergedDetails, priorityOf } from '../../src/work/fields/issue-details.rules.ts'
import { createProject } from '../world.ts'
import { openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

test.each([
  ['high', ['critical', 'critical', 'high', 'low']],
  ['medium', ['critical', 'high', 'medium', 'low']],
  ['low', ['high', 'medium', 'medium', 'low']],
])('the priority of %s impact follows from urgency', async (impact, expected) => {
  const urgencies = ['critical', 'high', 'medium', 'low']
  expect(urgencies.map((urgency) => priorityOf({ impact, urgency }))).toEqual(expected)
  expect(priorityOf({ impact })).toBeUndefined()
})

test('impact and urgency set the priority unless it is given', async () => {
  const details = { impact: 'high', urgency: 'high' } as const
  const { id: issue_id, priority } = await desk.newIssue({ issue_type: 'incident', details })
  expect(priority).toBe('critical')
  expect((await desk.newIssue({ issue_type: 'incident', details, priority: 'low' })).priority).toBe('low')
  const lowered = await desk.client.issues.update({ issue_id }, { details: { urgency: 'low' } })
  expect([lowered.priority, lowered.priority_level]).toEqual(['low', 4])
  expect(lowered.details).toMatchObject({ subtype: 'incident', impact: 'high', urgency: 'low' })
})

test.each(['incident', 'known_problem', 'change', 'service_request', 'post_incident_analysis'])(
  'a %s says how it came in, how far it reaches and how soon it has to end',
  async (issue_type) => {
    const more =
      issue_type === 'post_incident_analysis'
        ? { incident_ids: [(await desk.newIssue({ issue_type: 'incident' })).id] }
        : {}
    const given = { impact: 'medium', urgency: 'high', origin: 'phone' }
    const issue = await desk.newIssue({ issue_type, details: { ...given, ...more } })
    expect(issue.priority).toBe('high')
    expect(issue.details).toMatchObject({ ...given, requester_person_id: null, on_hold_reason: null })
  },
)

test('details that the kind lacks are left behind', () => {
  expect(mergedDetails('task', { impact: 'high' }, {})).toEqual({})
  expect(mergedDetails('incident', { impact: 'high' }, { impact: null, origin: 'mail' })).toEqual({
    origin: 'mail',
  })
})

test.each([
  ['task', { impact: 'high' }, '/details/impact unknown_field'],
  ['incident', { root_cause: 'x' }, '/details/root_cause unknown_field'],
  ['incident', { resolution_code: 'risk_accepted' }, '/details/resolution_code not_allowed_value'],
  ['change', { subtype: 'incident' }, '/details/subtype not_allowed_value'],
  ['known_problem', { impact: 'huge' }, '/details/impact not_allowed_value'],
  ['incident', { problem_id: '01J9ZC70FQ2S6H4W8B3MKXTY5D' }, '/details/problem_id reference_not_found'],
  ['post_incident_analysis', { review_status: 'final', root_cause: 'x' }, '/details/incident_ids required'],
])('a %s with the details %o is refused at the member', async (issue_type, details, error) => {
  expect(await refusal(desk.newIssue({ issue_type, details }))).toEqual([422, 'validation_failed', [error]])
})

test('details name issues of the kind that they say', async () => {
  const [incident, problem] = [
    await desk.newIssue({ issue_type: 'incident' }),
    await desk.newIssue({ issue_type: 'known_problem' }),
  ]
  const naming = (problem_id: string) => desk.newIssue({ issue_type: 'incident', details: { problem_id } })
  expect((await naming(problem.id)).details).toMatchObject({ problem_id: problem.id })
  expect(await refusal(naming(incident.id))).toEqual([
    422,
    'validation_failed',
    ['/details/problem_id not_allowed_value'],
  ])
})

test('a review takes its timeline from the incident, and is final when cause and actions are settled', async () => {
  const incident = await desk.newIssue({ issue_type: 'incident' })
  await desk.client.issues.comments.create({ issue_id: incident.id }, { body: 'The disk is full' })
  await desk.client.issues.comments.create(
    { issue_id: incident.id },
    { body: 'A secret', visibility: 'internal' },
  )
  const action = await desk.newIssue()
  const { id: issue_id, details } = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    status: 'review',
    details: { incident_ids: [incident.id], action_issue_ids: [action.id] },
  })
  expect(JSON.stringify(details)).toContain('The disk is full')
  expect(JSON.stringify(details)).not.toContain('A secret')
  const finish = (root_cause?: string) =>
    refusal(
      desk.client.issues.update(
        { issue_id },
        { status: 'final', ...(root_cause ? { details: { root_cause } } : {}) },
      ),
    )
  const unplanned = '/details/action_issue_ids/0 required'
  expect(await finish()).toEqual([422, 'validation_failed', ['/details/root_cause required', unplanned]])
  expect(await finish('No alarm')).toEqual([422, 'validation_failed', [unplanned]])
  await desk.client.issues.update(
    { issue_id: action.id },
    { assignee_id: desk.owner.id, due_date: '2030-01-01' },
  )
  expect(await finish('No alarm')).toMatchObject({ status: 'final', details: { review_status: 'final' } })
})

describe('numbers', () => {
  test('count the issues of a project, without a gap, however many are made at once', async () => {
    const project_id = await createProject(desk.service, desk.tenantId)
    const made = await Promise.all(Array.from({ length: 12 }, () => desk.newIssue({ project_id })))
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    )
  })

  test('of a shared project tell nothing of other tenants', async () => {
    const other = await openDesk(desk.service)
    expect((await other.newIssue()).key).toBe('SD-1')
    expect((await (await openDesk(desk.service)).newIssue()).key).toBe('SD-1')
  })
})

describe('parents', () => {
  const under = (issue_id: string, parent_id: string) =>
    refusal(desk.client.issues.update({ issue_id }, { parent_id }))

  test('never go round in a circle, also when two changes would close it together', async () => {
    const [a, b] = [await desk.newIssue(), await desk.newIssue()]
    expect(await under(a.id, a.id)).toEqual([409, 'cycle_detected'])
    expect(await under(b.id, a.id)).toMatchObject({ parent_id: a.id })
    expect(await under(a.id, b.id)).toEqual([409, 'cycle_detected'])
    for (let round = 0; round < 8; round += 1) {
      const [x, y] = [await desk.newIssue(), await desk.newIssue()]
      // The new parents are parts of the issues, so that the two changes have no issue in common.
      const [ofX, ofY] = [await desk.newIssue({ parent_id: x.id }), await desk.newIssue({ parent_id: y.id })]
      const answers = await Promise.all([under(x.id, ofY.id), under(y.id, ofX.id)])
      expect(answers.filter((answer) => Array.isArray(answer))).toEqual([[409, 'cycle_detected']])
    }
  })

  test('reach over ten levels at most', async () => {
    let parent_id = (await desk.newIssue()).id
    for (let level = 2; level <= 10; level += 1) parent_id = (await desk.newIssue({ parent_id })).id
    expect(await refusal(desk.newIssue({ parent_id }))).toEqual([
      422,
      'validation_failed',
      ['/parent_id out_of_range'],
    ])
  })
})

test('issues of an archived project are read and not written', async () => {
  const project_id = await createProject(desk.service, desk.tenantId)
  const { id: issue_id } = await desk.newIssue({ project_id })
  await desk.client.projects.archive({ project_id })
  expect((await desk.client.issues.get({ issue_id })).id).toBe(issue_id)
  const writes = [
    () => desk.client.issues.update({ issue_id }, { title: 'x' }),
    () => desk.client.issues.archive({ issue_id }),
    () => desk.client.issues.transition({ issue_id }, { to_status: 'in_progress' }),
    () => desk.client.issues.comments.create({ issue_id }, { body: 'x' }),
    () => desk.client.projects.issues.create({ project_id }, { title: 'x' }),
  ]
  for (const write of writes) expect(await refusal(write())).toEqual([409, 'record_archived'])
  expect(await refusal(desk.newIssue({ project_id }))).toEqual([
    422,
    'validation_failed',
    ['/project_id reference_archived'],
  ])
})

test('a project with issues cannot be deleted', async () => {
  const project_id = await createProject(desk.service, desk.tenantId)
  await desk.newIssue({ project_id })
  expect((await desk.client.projects.get({ project_id })).issue_count).toBe(1)
  expect(await refusal(desk.client.projects.delete({ project_id }))).toEqual([409, 'dependent_item_exists'])
})

test('a permission in one project reaches its issues and their parts, and no others', async () => {
  const project_id = await createProject(desk.service, desk.tenantId)
  const bob = await desk.member(['issues:read', 'issues:write'], project_id)
  const [own, other] = [await desk.newIssue({ project_id }), await desk.newIssue()]
  expect((await bob.client.issues.list()).map(({ id }) => id)).toEqual([own.id])
  const mine = { issue_id: own.id }
  await bob.client.issues.comments.create(mine, { body: 'x' })
  await bob.client.issues.attachments.create(mine, { name: 'x', url: 'https://files.example.org/x' })
  await bob.client.issues.transition(mine, { to_status: 'in_progress' })
  const theirs = { issue_id: other.id }
  for (const call of [
    () => bob.client.issues.comments.list(theirs),
    () => bob.client.issues.comments.create(theirs, { body: 'x' }),
    () => bob.client.issues.transitions.list(theirs),
    () => bob.client.issues.transition(theirs, { to_status: 'in_progress' }),
    () => bob.client.issues.history.list(theirs),
  ])
    expect(await refusal(call())).toEqual([404, 'not_found'])
})

test('issues are found by label and by asset', async () => {
  const labelled = await desk.newIssue({ labels: ['printer', 'floor 2', 'printer'] })
  expect(labelled.labels).toEqual(['floor 2', 'printer'])
  const found = await desk.client.issues.list({ label: ['printer', 'nobody has this'] })
  expect(found.map(({ id }) => id)).toEqual([labelled.id])
  const none = await desk.client.issues.update({ issue_id: labelled.id }, { labels: [] })
  expect([none.labels, none.version]).toEqual([[], labelled.version + 1])
})

test('lists are narrowed by keys that there are, the tenant’s own and those out of use among them', async () => {
  const { client, newIssue } = await openDesk(desk.service)
  const other = await openDesk(desk.service)
  const named = { key: 'someday', name: 'Some day', level: 90 }
  const { id: issue_priority_id } = await client.issuePriorities.create(named)
  const { project_id } = await newIssue({ priority: 'someday' })
  await client.issuePriorities.update({ issue_priority_id }, { is_active: false })
  const lists = [
    client.issues.list,
    client.me.issues.list,
    (query: object) => client.projects.issues.list({ project_id }, query),
  ]
  for (const list of lists) {
    const query = { status: ['resolvd', 'todo'], issue_type: ['incidents'], priority: ['hgh'] }
    expect(await problemOf(list(query))).toMatchObject({
      code: 'validation_failed',
      errors: [
        { in: 'query', pointer: 'issue_type', allowed: expect.arrayContaining(['incident']) },
        { in: 'query', pointer: 'status', allowed: expect.arrayContaining(['resolved']) },
        { in: 'query', pointer: 'priority', code: 'not_allowed_value' },
      ],
    })
    expect(await list({ priority: ['someday', 'low'], status: ['todo', 'closed'] })).toHaveLength(1)
    expect(await list({ priority: ['someday'], status: ['closed'], sort: ['title'] })).toEqual([])
  }
  expect(await refusal(other.client.issues.list({ priority: ['someday'] }))).toEqual([
    422,
    'validation_failed',
    ['priority not_allowed_value'],
  ])
})
