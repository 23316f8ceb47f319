import { expect, test } from 'vitest'
import { useDesk } from './desk.ts'

const desk = useDesk()

test('types: each of its own kind and workflow, the task as default', async () => {
  const [types, workflows] = [await desk.client.issueTypes.list(), await desk.client.issueWorkflows.list()]
  const told = types.map(({ key, name, subtype, workflow_id, is_default }) => {
    const workflow = workflows.find(({ id }) => id === workflow_id)
    return [key, name, subtype === key, workflow?.key === key, is_default]
  })
  expect(told).toEqual([
    ['task', 'Task', true, true, true],
    ['service_request', 'Service request', true, true, false],
    ['known_problem', 'Problem', true, true, false],
    ['incident', 'Incident', true, true, false],
    ['post_incident_analysis', 'Post-incident review', true, true, false],
    ['change', 'Change', true, true, false],
    ['repair', 'Repair', true, true, false],
  ])
})

test('statuses by category, and those in which the clock stands still', async () => {
  const statuses = await desk.client.issueStatuses.list({ limit: 100 })
  const of = (wanted: string) => statuses.filter(({ category }) => category === wanted).map(({ key }) => key)
  expect({
    backlog: of('backlog').sort(),
    unstarted: of('unstarted').sort(),
    started: of('started').sort(),
    completed: of('completed').sort(),
    cancelled: of('cancelled').sort(),
  }).toEqual({
    backlog: ['triage'],
    unstarted: ['draft', 'new', 'todo'],
    started: [
      'approved',
      'assess',
      'authorize',
      'fix_in_progress',
      'implement',
      'in_progress',
      'on_hold',
      'review',
      'root_cause_analysis',
      'scheduled',
      'waiting_for_approval',
    ],
    completed: ['closed', 'final', 'resolved'],
    cancelled: ['cancelled', 'rejected'],
  })
  const pausing = statuses.filter(({ pauses_clock }) => pauses_clock).map(({ key }) => key)
  expect(pausing.sort()).toEqual(['on_hold', 'waiting_for_approval'])
  const closed = statuses.filter(({ is_closed }) => is_closed).map(({ key }) => key)
  expect(closed.sort()).toEqual(['cancelled', 'closed', 'final', 'rejected', 'resolved'])
})

test('priorities: four, medium as default', async () => {
  const priorities = await desk.client.issuePriorities.list()
  expect(priorities.map(({ key, level, is_default }) => [key, level, is_default])).toEqual([
    ['critical', 1, false],
    ['high', 2, false],
    ['medium', 3, true],
    ['low', 4, false],
  ])
})

/** For each workflow the initial status, and every transition. */
const workflows: Readonly<Record<string, readonly [string, ...string[]]>> = {
  task: [
    'todo',
    'todo in_progress',
    'in_progress resolved',
    'resolved closed',
    'in_progress on_hold',
    'on_hold in_progress',
    'todo cancelled',
    'in_progress cancelled',
    'resolved in_progress',
    'closed in_progress',
    'cancelled in_progress',
  ],
  incident: [
    'new',
    'new in_progress',
    'in_progress resolved',
    'resolved closed',
    'in_progress on_hold',
    'on_hold in_progress',
    'new cancelled',
    'in_progress cancelled',
    'on_hold cancelled',
    'resolved in_progress',
    'closed in_progress issues:manage',
  ],
  service_request: [
    'new',
    'new waiting_for_approval',
    'waiting_for_approval approved',
    'approved in_progress',
    'in_progress resolved',
    'resolved closed',
    'waiting_for_approval rejected rejected',
    'rejected new',
    'new in_progress not_required',
    'in_progress on_hold',
    'on_hold in_progress',
    'new cancelled',
    'waiting_for_approval cancelled',
    'approved cancelled',
    'in_progress cancelled',
    'on_hold cancelled',
  ],
  known_problem: [
    'new',
    'new assess',
    'assess root_cause_analysis',
    'root_cause_analysis fix_in_progress',
    'fix_in_progress resolved',
    'resolved closed',
    'assess closed',
    'root_cause_analysis closed',
    'fix_in_progress closed',
    'resolved fix_in_progress',
    'new cancelled',
  ],
  change: [
    'new',
    'new assess normal',
    'new scheduled standard',
    'new authorize emergency',
    'assess authorize',
    'authorize scheduled',
    'scheduled implement',
    'implement review',
    'review closed',
    'assess new',
    'authorize new',
    'new cancelled',
    'assess cancelled',
    'authorize cancelled',
    'scheduled cancelled',
    'implement cancelled',
  ],
  post_incident_analysis: [
    'draft',
    'draft review',
    'review final',
    'review draft',
    'draft cancelled',
    'review cancelled',
  ],
  repair: [
    'new',
    'new in_progress',
    'in_progress resolved',
    'resolved closed',
    'in_progress on_hold',
    'on_hold in_progress',
    'new cancelled',
    'in_progress cancelled',
    'on_hold cancelled',
    'resolved in_progress',
  ],
}

test.each(Object.entries(workflows))('the workflow %s', async (key, [initial, ...moves]) => {
  const [workflow] = await desk.client.issueWorkflows.list({ key: [key] })
  const workflow_id = [workflow?.id ?? '']
  const keys = new Map((await desk.client.issueStatuses.list({ limit: 100 })).map((one) => [one.id, one.key]))
  const parts = await desk.client.issueWorkflowStatuses.list({ workflow_id, limit: 100 })
  const waiting = parts.filter(({ waits_for_approval }) => waits_for_approval)
  expect(waiting.map(({ status_id }) => keys.get(status_id))).toEqual(
    { change: ['authorize'], service_request: ['waiting_for_approval'] }[key] ?? [],
  )
  expect(parts.filter(({ is_initial }) => is_initial).map(({ status_id }) => keys.get(status_id))).toEqual([
    initial,
  ])
  const transitions = await desk.client.issueWorkflowTransitions.list({ workflow_id, limit: 100 })
  const told = transitions.map(({ from_status_id, to_status_id, condition, required_permission }) =>
    [
      keys.get(from_status_id ?? ''),
      keys.get(to_status_id),
      ...Object.values(condition),
      ...(required_permission ? [required_permission] : []),
    ].join(' '),
  )
  expect(told.sort()).toEqual(moves.toSorted())
})

test('link types, with how they read from either end', async () => {
  const types = await desk.client.issueLinkTypes.list()
  const told = types.map(({ key, outward_name, inward_name, is_symmetric, is_blocking }) => [
    key,
    outward_name,
    inward_name,
    ...(is_symmetric ? ['symmetric'] : []),
    ...(is_blocking ? ['blocking'] : []),
  ])
  expect(told).toEqual([
    ['relates_to', 'relates to', 'relates to', 'symmetric'],
    ['blocks', 'blocks', 'is blocked by', 'blocking'],
    ['duplicates', 'duplicates', 'is duplicated by'],
    ['causes', 'causes', 'is caused by'],
    ['resolves', 'resolves', 'is resolved by'],
    ['precedes', 'precedes', 'follows'],
    ['implements', 'implements', 'is implemented by'],
    ['clones', 'clones', 'is cloned by'],
    ['reviews', 'reviews', 'is reviewed by'],
    ['follow_up', 'is followed up by', 'follows up from'],
  ])
})
