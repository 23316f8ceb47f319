import { type IssueCreate, type IssueSubtype, issueSubtypes } from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { seededWorkflows } from '../../src/work/configuration/issue-workflows.seeds.ts'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()

/** The members that an issue of the subtype must have: a repair needs an asset. */
async function subjectOf(subtype: IssueSubtype): Promise<Partial<IssueCreate>> {
  if (subtype !== 'repair') return {}
  const model = await desk.client.assetModels.create({ name: newId(), tracking_type: 'serialized' })
  const asset = await desk.client.assets.create({
    model_id: model.id,
    name: 'Laptop',
    serial_number: newId(),
  })
  return { asset_ids: [asset.id] }
}

/** The details that the transitions of a subtype require. */
const complete: Readonly<Record<IssueSubtype, NonNullable<IssueCreate['details']>>> = {
  task: {},
  repair: { on_hold_reason: 'awaiting_vendor', resolution_notes: 'Replaced', outcome: 'replaced' },
  incident: { on_hold_reason: 'awaiting_vendor', resolution_notes: 'Rebooted', resolution_code: 'fixed' },
  known_problem: {
    on_hold_reason: 'scheduled',
    resolution_notes: 'Patched',
    resolution_code: 'risk_accepted',
  },
  service_request: { on_hold_reason: 'awaiting_requester', resolution_notes: 'Delivered' },
  change: { outcome: 'successful', resolution_notes: 'Done' },
  post_incident_analysis: { root_cause: 'A full disk' },
}

/** A subtype; for changes also the change type, which decides the path through the workflow. */
interface Way {
  readonly subtype: IssueSubtype
  readonly change_type: 'normal' | 'standard' | 'emergency' | undefined
}

const ways = issueSubtypes.flatMap((subtype): Way[] =>
  subtype === 'change'
    ? (['normal', 'standard', 'emergency'] as const).map((change_type) => ({ subtype, change_type }))
    : [{ subtype, change_type: undefined }],
)

let approver: Awaited<ReturnType<typeof desk.member>>
beforeAll(async () => {
  approver = await desk.member(['issues:read', 'issues:write'])
})

/** Details with which an issue can make every transition of its subtype. */
const completeDetails = ({ subtype, change_type }: Way) => ({
  ...complete[subtype],
  ...(change_type ? { change_type } : {}),
  ...(seededWorkflows[subtype].waits_in ? { approver_ids: [approver.id] } : {}),
})

/** Whether a transition applies to the change type. */
const isOfType = (
  rules: { condition?: Readonly<Record<string, string>> } | undefined,
  type: Way['change_type'],
) => (rules?.condition?.['details.change_type'] ?? type) === type

describe.each(ways)('the workflow of $subtype $change_type', ({ subtype, change_type }) => {
  const { statuses, transitions, waits_in } = seededWorkflows[subtype]
  const keys = statuses.map(([, key]) => key)

  test('makes every move that it has, and no other', async () => {
    const incident =
      subtype === 'post_incident_analysis' ? await desk.newIssue({ issue_type: 'incident' }) : undefined
    const details = {
      ...completeDetails({ subtype, change_type }),
      ...(incident ? { incident_ids: [incident.id] } : {}),
    }
    const cells = keys.flatMap((from) => keys.filter((to) => to !== from).map((to) => ({ from, to })))
    const subject = await subjectOf(subtype)
    for (const { from, to } of cells) {
      const { id: issue_id } = await desk.newIssue({
        issue_type: subtype,
        status: from,
        details,
        ...subject,
      })
      const found = transitions.find(
        ([, , , start, end, rules]) => start === from && end === to && isOfType(rules, change_type),
      )
      if (from === waits_in && to !== 'new' && to !== 'cancelled')
        await approver.client.issues.approvals.create(
          { issue_id },
          { decision: to === 'rejected' ? 'reject' : 'approve' },
        )
      const answer = await refusal(desk.client.issues.transition({ issue_id }, { to_status: to }))
      if (found) expect([from, to, answer]).toMatchObject([from, to, { status: to, key: expect.any(String) }])
      else expect([from, to, answer]).toEqual([from, to, [409, 'transition_not_available']])
      const { status } = await desk.client.issues.get({ issue_id })
      expect([from, to, status]).toEqual([from, to, found ? to : from])
    }
  })

  test('lists what can be made from each status', async () => {
    const subject = await subjectOf(subtype)
    for (const from of keys) {
      const details =
        subtype === 'post_incident_analysis'
          ? { ...complete[subtype], ...(await reviewed()) }
          : completeDetails({ subtype, change_type })
      const { id: issue_id } = await desk.newIssue({
        issue_type: subtype,
        status: from,
        details,
        ...subject,
      })
      const listed = await desk.client.issues.transitions.list({ issue_id })
      const expected = transitions.filter(
        ([, , , start, end, rules]) =>
          start === from &&
          isOfType(rules, change_type) &&
          // An issue that waits for approval can only be sent back or cancelled.
          (from !== waits_in || end === 'new' || end === 'cancelled'),
      )
      // Transitions that require nothing come first, so the order is not that of the workflow.
      expect(listed.map(({ key, to_status }) => `${key} ${to_status.key}`).sort()).toEqual(
        expected.map(([, key, , , to]) => `${key} ${to}`).sort(),
      )
    }
  })
})

const reviewed = async () => ({ incident_ids: [(await desk.newIssue({ issue_type: 'incident' })).id] })

test('a transition without a required value is rejected and changes nothing', async () => {
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', status: 'in_progress' })
  const refused = await refusal(
    desk.client.issues.transition({ issue_id }, { to_status: 'resolved', comment: 'Done' }),
  )
  expect(refused).toEqual([422, 'validation_failed', ['/fields/details/resolution_notes required']])
  expect(await desk.client.issues.comments.list({ issue_id })).toEqual([])
  const moved = await desk.client.issues.transition(
    { issue_id },
    {
      to_status: 'resolved',
      comment: 'Done',
      resolution: 'Rebooted',
      fields: { details: { resolution_notes: 'Rebooted it' }, labels: ['reboot'] },
    },
  )
  expect(moved).toMatchObject({
    status: 'resolved',
    resolution: 'Rebooted',
    labels: ['reboot'],
    comment_count: 1,
  })
  expect(moved.resolved_at).toBe(moved.closed_at)
  const reopened = await desk.client.issues.update({ issue_id }, { status: 'in_progress' })
  expect(reopened).toMatchObject({ resolved_at: null, closed_at: null, resolution: null, is_closed: false })
})

test('a pause requires a reason, and its end clears the reason', async () => {
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', status: 'in_progress' })
  expect(await refusal(desk.client.issues.update({ issue_id }, { status: 'on_hold' }))).toEqual([
    422,
    'validation_failed',
    ['/details/on_hold_reason required'],
  ])
  const paused = await desk.client.issues.update(
    { issue_id },
    { status: 'on_hold', details: { on_hold_reason: 'awaiting_vendor' } },
  )
  expect(paused.details).toMatchObject({ on_hold_reason: 'awaiting_vendor' })
  const resumed = await desk.client.issues.update({ issue_id }, { status: 'in_progress' })
  expect(resumed.details).toMatchObject({ on_hold_reason: null })
})

test('a closed incident is reopened by whoever manages issues, and by nobody else', async () => {
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', status: 'closed' })
  const bob = await desk.member(['issues:read', 'issues:write'])
  const listed = await bob.client.issues.transitions.list({ issue_id }, { include_unavailable: true })
  expect(listed).toMatchObject([
    { key: 'reopen', is_available: false, unavailable_reasons: ['permission_missing'] },
  ])
  expect(await bob.client.issues.transitions.list({ issue_id })).toEqual([])
  const body = { to_status: 'in_progress' }
  expect(await refusal(bob.client.issues.transition({ issue_id }, body))).toEqual([403, 'permission_denied'])
  expect((await desk.client.issues.transition({ issue_id }, body)).status).toBe('in_progress')
})

describe('values that belong to a status are cleared when the issue leaves it', () => {
  const paused = { on_hold_reason: 'scheduled' as const, resume_at: '2031-01-01T08:00:00.000Z' }
  const none = { on_hold_reason: null, resume_at: null }
  const sentBack = { approval_status: 'not_required' }
  test.each([
    ['a change that is sent back', 'change', ['assess', 'authorize', 'new'], {}, sentBack],
    ['a change that is given up', 'change', ['assess', 'authorize', 'cancelled'], {}, sentBack],
    ['a request that is given up', 'service_request', ['waiting_for_approval', 'cancelled'], {}, sentBack],
    ['an incident that goes on', 'incident', ['in_progress', 'on_hold', 'in_progress'], paused, none],
    ['an incident that is cancelled', 'incident', ['in_progress', 'on_hold', 'cancelled'], paused, none],
  ] as const)('%s', async (_, issue_type, way, details, left) => {
    const { client } = desk
    const approvers = issue_type === 'incident' ? {} : { approver_ids: [approver.id] }
    const { id: issue_id } = await desk.newIssue({ issue_type, details: { ...details, ...approvers } })
    for (const status of way) await client.issues.update({ issue_id }, { status })
    expect((await client.issues.get({ issue_id })).details).toMatchObject(left)
    const told = (await client.issues.history.list({ issue_id }, { sort: ['id'] }))
      .at(-1)
      ?.changes.map(({ field }) => field)
    expect(told).toEqual(expect.arrayContaining(Object.keys(left).map((member) => `details.${member}`)))
  })

  test('an issue that becomes one of another kind', async () => {
    const { client } = desk
    const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', details: paused })
    for (const status of ['in_progress', 'on_hold']) await client.issues.update({ issue_id }, { status })
    const change = await client.issues.update({ issue_id }, { issue_type: 'change' })
    expect(change).toMatchObject({ status: 'new', details: none })
  })
})

test('of 32 who make the same move one does, and the history has it once', async () => {
  const { id: issue_id } = await desk.newIssue()
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      refusal(desk.client.issues.transition({ issue_id }, { to_status: 'in_progress', comment: 'Mine' })),
    ),
  )
  const refused = answers.filter((answer) => Array.isArray(answer))
  expect(refused).toHaveLength(31)
  for (const answer of refused) expect(answer).toEqual([409, 'transition_not_available'])
  const history = await desk.client.issues.history.list({ issue_id }, { sort: ['id'] })
  expect(history.filter(({ action }) => action === 'transitioned')).toHaveLength(1)
  expect(await desk.client.issues.comments.list({ issue_id })).toHaveLength(1)
})

test('open parts and open blockers keep an issue from being closed', async () => {
  const whole = await desk.newIssue({ status: 'in_progress' })
  const issue_id = whole.id
  const part = await desk.newIssue({ parent_id: issue_id })
  const blocker = await desk.newIssue()
  await desk.client.issues.links.create(
    { issue_id: blocker.id },
    { linked_issue_id: issue_id, link_type: 'blocks' },
  )
  const closing = () => refusal(desk.client.issues.update({ issue_id }, { status: 'resolved' }))
  expect(await closing()).toEqual([409, 'issue_blocked'])
  await desk.client.issues.update({ issue_id: part.id }, { status: 'cancelled' })
  expect(await closing()).toEqual([409, 'issue_blocked'])
  await desk.client.issues.update({ issue_id: blocker.id }, { status: 'cancelled' })
  expect(await closing()).toMatchObject({ status: 'resolved' })
})

test('a transition needs transition_id or to_status, not both', async () => {
  const { id: issue_id } = await desk.newIssue()
  const [start] = await desk.client.issues.transitions.list({ issue_id })
  const both = { transition_id: start?.id ?? '', to_status: 'in_progress' }
  for (const body of [{}, both])
    expect(await refusal(desk.client.issues.transition({ issue_id }, body))).toEqual([
      422,
      'validation_failed',
      ['/transition_id exactly_one_of'],
    ])
  expect(await refusal(desk.client.issues.update({ issue_id }, { status: 'nonsense' }))).toEqual([
    422,
    'validation_failed',
    ['/status not_allowed_value'],
  ])
  const moved = await desk.client.issues.transition({ issue_id }, { transition_id: start?.id ?? '' })
  expect(moved.status).toBe(start?.to_status.key)
})
