import { type issueDetailsFilters, issueSubtypes } from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()
let made: Record<string, string>
beforeAll(async () => {
  made = await oneOfEach()
})

/** The ids of one issue of each type, with details, by type. Also the id of the person in the details. */
async function oneOfEach(): Promise<Record<string, string>> {
  const { client, newIssue, owner } = desk
  const person = (await client.persons.create({})).id
  const model = await client.assetModels.create({ name: newId(), tracking_type: 'serialized' })
  const asset = await client.assets.create({ model_id: model.id, name: 'Laptop', serial_number: newId() })
  const make = async (issue_type: string, details: object, more: object = {}) =>
    (await newIssue({ issue_type, details, ...more })).id
  const known_problem = await make('known_problem', { is_known_error: true, impact: 'low' })
  const change = await make('change', {
    change_type: 'emergency',
    risk: 'high',
    outage_expected: true,
    outcome: 'successful',
    approver_ids: [owner.id],
  })
  const incident = await make('incident', {
    severity: 'critical',
    is_major: true,
    impact: 'high',
    urgency: 'low',
    origin: 'phone',
    on_hold_reason: 'awaiting_vendor',
    resolution_code: 'workaround',
    problem_id: known_problem,
    caused_by_change_id: change,
    requester_person_id: person,
  })
  const approver = await desk.member(['issues:write'])
  const service_request = await make(
    'service_request',
    { requested_for_person_id: person, approver_ids: [approver.id], approval_rule: 'any' },
    { status: 'waiting_for_approval' },
  )
  const task = await make('task', {})
  const post_incident_analysis = await make('post_incident_analysis', {
    incident_ids: [incident],
    review_status: 'in_review',
    action_issue_ids: [task],
  })
  const repair = await make('repair', { outcome: 'replaced' }, { asset_ids: [asset.id] })
  return { known_problem, change, incident, service_request, task, post_incident_analysis, repair, person }
}

/** Every parameter, with values and the types of the issues that each value finds. */
const cases: Record<
  keyof typeof issueDetailsFilters,
  readonly (readonly [value: () => unknown, ...kinds: string[]])[]
> = {
  impact: [
    [() => ['high'], 'incident'],
    [() => ['high', 'low'], 'incident', 'known_problem'],
  ],
  urgency: [[() => ['low'], 'incident']],
  origin: [[() => ['phone'], 'incident'], [() => ['mail']]],
  on_hold_reason: [[() => ['awaiting_vendor'], 'incident']],
  resolution_code: [[() => ['workaround'], 'incident']],
  severity: [[() => ['critical'], 'incident'], [() => ['unknown']]],
  is_major: [[() => true, 'incident'], [() => false]],
  is_known_error: [[() => true, 'known_problem']],
  change_type: [[() => ['emergency'], 'change'], [() => ['normal']]],
  risk: [[() => ['high'], 'change']],
  outage_expected: [[() => true, 'change'], [() => false]],
  approval_rule: [
    [() => ['any'], 'service_request'],
    [() => ['all'], 'change'],
  ],
  approval_status: [
    [() => ['requested'], 'service_request'],
    [() => ['not_required'], 'change'],
  ],
  outcome: [
    [() => ['replaced'], 'repair'],
    [() => ['successful'], 'change'],
  ],
  review_status: [[() => ['in_review'], 'post_incident_analysis']],
  requester_person_id: [[() => [made.person], 'incident']],
  requested_for_person_id: [[() => [made.person], 'service_request']],
  problem_id: [[() => [made.known_problem], 'incident']],
  caused_by_change_id: [[() => [made.change], 'incident']],
  approver_id: [[() => [desk.owner.id], 'change']],
  incident_id: [[() => [made.incident], 'post_incident_analysis']],
  action_issue_id: [[() => [made.task], 'post_incident_analysis']],
}

describe.each(Object.entries(cases))('issues by %s', (name, wanted) => {
  test('are those whose details say so', async () => {
    for (const [value, ...kinds] of wanted) {
      // The compiler cannot type a query with a computed name.
      const query = { [name]: value(), count: true, sort: ['issue_type'] } as object
      const found = await desk.client.issues.list(query)
      expect([name, value(), found.map(({ id }) => id).sort()]).toEqual([
        name,
        value(),
        kinds.map((kind) => made[kind]).sort(),
      ])
    }
  })
})

test('every kind but the task, which has no details, is found by some of them', () => {
  const found = new Set(Object.values(cases).flatMap((all) => all.flatMap(([, ...kinds]) => kinds)))
  expect([...found].sort()).toEqual(issueSubtypes.filter((kind) => kind !== 'task').toSorted())
})

test('parameters narrow together, page by page, and beside the others', async () => {
  await Promise.all(
    [1, 2, 3].map(() => desk.newIssue({ issue_type: 'incident', details: { severity: 'low' } })),
  )
  const query = { severity: ['low' as const], is_major: false, status: ['new'], limit: 2 }
  const found: unknown[] = []
  for await (const { details } of desk.client.issues.list.all(query)) found.push(details)
  expect(found).toMatchObject(Array(3).fill({ severity: 'low' }))
})

test('a value that no issue can have is refused, and a record that is not there finds nothing', async () => {
  expect(await refusal(desk.client.issues.list({ severity: ['awful' as never] }))).toEqual([
    422,
    'validation_failed',
    ['severity not_allowed_value'],
  ])
  expect(await desk.client.issues.list({ problem_id: [newId()] })).toEqual([])
})
