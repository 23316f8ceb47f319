import { beforeAll, describe, expect, test } from 'vitest'
import { createPerson } from '../world.ts'
import { openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

type Member = Awaited<ReturnType<typeof desk.member>>
let bob: Member
let ada: Member
let eve: Member
beforeAll(async () => {
  const writer = () => desk.member(['issues:read', 'issues:write'])
  bob = await writer()
  ada = await writer()
  eve = await writer()
})

const notAllowed = [403, 'permission_denied']
const notApproved = [409, 'approval_required']

/** A change of the desk's owner with these approvers, which waits for them. */
async function waitingChange(approvers: readonly Member[], details: object = {}) {
  const approver_ids = approvers.map(({ id }) => id)
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'change',
    details: { change_type: 'emergency', implementation_plan: 'Swap it', ...details, approver_ids },
  })
  await desk.client.issues.update({ issue_id }, { status: 'authorize' })
  return issue_id
}

const vote = (issue_id: string, { client }: Member, decision: 'approve' | 'reject' = 'approve') =>
  refusal(client.issues.approvals.create({ issue_id }, { decision, comment: `I ${decision}` }))

const approvalOf = async (issue_id: string) => {
  const { details } = await desk.client.issues.get({ issue_id })
  return details.subtype === 'change' ? details.approval_status : undefined
}

const statusesOf = async (issue_id: string) =>
  (await desk.client.issues.approvals.list({ issue_id })).map(({ status }) => status)

const move = (issue_id: string, status: string, details: object = {}) =>
  refusal(desk.client.issues.update({ issue_id }, { status, details }))

describe('an approval', () => {
  test('takes the votes of all approvers, and is left forward only then', async () => {
    const issue_id = await waitingChange([bob, ada])
    expect(await statusesOf(issue_id)).toEqual(['pending', 'pending'])
    expect(await vote(issue_id, bob)).toMatchObject({
      approver_id: bob.id,
      status: 'approved',
      comment: 'I approve',
      decided_at: expect.any(String),
    })
    expect(await approvalOf(issue_id)).toBe('requested')
    expect(await move(issue_id, 'scheduled')).toEqual(notApproved)
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('approved')
    expect(await move(issue_id, 'scheduled')).toMatchObject({ status: 'scheduled' })
  })

  test('takes one vote where the rule is any', async () => {
    const issue_id = await waitingChange([bob, ada], { approval_rule: 'any' })
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('approved')
    expect(await vote(issue_id, bob)).toEqual([409, 'invalid_transition'])
  })

  test('is refused by one rejection, and asked for again on the way back', async () => {
    const issue_id = await waitingChange([bob, ada], { approval_rule: 'any' })
    await vote(issue_id, bob, 'reject')
    expect(await approvalOf(issue_id)).toBe('rejected')
    expect(await vote(issue_id, ada)).toEqual([409, 'invalid_transition'])
    expect(await move(issue_id, 'scheduled')).toEqual(notApproved)
    expect(await move(issue_id, 'new')).toMatchObject({ details: { approval_status: 'rejected' } })
    await move(issue_id, 'authorize')
    expect([await approvalOf(issue_id), ...(await statusesOf(issue_id))]).toEqual([
      'requested',
      'pending',
      'pending',
    ])
  })

  test('is not given by reporter, requester, assignee or others, even if they manage issues', async () => {
    const requester = await desk.member(['*'])
    const assignee = await desk.member(['*'])
    const person = await createPerson(desk.service, desk.tenantId)
    await desk.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${desk.tenantId})`
      await sql`update persons set user_id = ${requester.id} where id = ${person}`
    })
    const owner = { ...desk.owner, client: desk.client }
    const issue_id = await waitingChange([bob, requester, assignee, owner], { requester_person_id: person })
    await desk.client.issues.update({ issue_id }, { assignee_id: assignee.id })
    for (const [who, reason] of [
      [owner, 'is_reporter'],
      [requester, 'is_requester'],
      [assignee, 'is_assignee'],
      [eve, 'not_an_approver'],
    ] as const)
      expect(
        await problemOf(who.client.issues.approvals.create({ issue_id }, { decision: 'approve' })),
      ).toMatchObject({ status: 403, code: 'permission_denied', reasons: [reason] })
    await vote(issue_id, bob)
    expect(await approvalOf(issue_id)).toBe('approved')
  })

  test('is not asked for unless somebody is named who may give it', async () => {
    const reader = await desk.member(['issues:read'])
    for (const approver_ids of [[], [desk.owner.id], [reader.id]]) {
      const { id: issue_id } = await desk.newIssue({
        issue_type: 'change',
        details: { change_type: 'emergency', approver_ids },
      })
      const needed = [422, 'validation_failed', ['/details/approver_ids approver_required']]
      expect(await move(issue_id, 'authorize')).toEqual(needed)
      expect(await move(issue_id, 'authorize', { approver_ids: [bob.id] })).toMatchObject({
        details: { approval_status: 'requested' },
      })
      expect(
        await refusal(desk.client.issues.update({ issue_id }, { details: { approver_ids: [] } })),
      ).toEqual(needed)
    }
  })

  test('is written by nobody, and may be sent back as it was read', async () => {
    const issue_id = await waitingChange([bob])
    for (const approval_status of ['approved', 'not_required'] as const)
      expect(
        await refusal(desk.client.issues.update({ issue_id }, { details: { approval_status } })),
      ).toEqual([422, 'validation_failed', ['/details/approval_status read_only']])
    const { details } = await desk.client.issues.get({ issue_id })
    const { version } = await desk.client.issues.update({ issue_id }, { details })
    expect((await desk.client.issues.get({ issue_id })).version).toBe(version)
    expect(
      await refusal(desk.newIssue({ issue_type: 'change', details: { approval_status: 'approved' } })),
    ).toEqual([422, 'validation_failed', ['/details/approval_status read_only']])
  })

  test.each([
    ['plan', { implementation_plan: 'Swap two' }],
    ['window', { planned_start_at: '2031-01-01T08:00:00.000Z' }],
    ['type of change', { change_type: 'normal' as const }],
    ['rule', { approval_rule: 'any' as const }],
  ])('is voided by a change of the %s', async (_, details) => {
    const issue_id = await waitingChange([bob])
    await vote(issue_id, bob)
    expect(await move(issue_id, 'scheduled', details)).toEqual(notApproved)
    await desk.client.issues.update({ issue_id }, { status: 'scheduled' })
    expect(await refusal(desk.client.issues.update({ issue_id }, { details }))).toMatchObject({
      details: { approval_status: 'requested' },
    })
    expect(await statusesOf(issue_id)).toEqual(['pending'])
    expect(await move(issue_id, 'implement')).toEqual(notApproved)
    await vote(issue_id, bob)
    expect(await move(issue_id, 'implement')).toMatchObject({ status: 'implement' })
  })

  test('is voided by other approvers, whom its approvers name', async () => {
    const issue_id = await waitingChange([bob])
    await vote(issue_id, bob)
    const name = ({ client }: Member, { id }: Member) =>
      refusal(client.issues.update({ issue_id }, { details: { approver_ids: [id] } }))
    expect(await name(eve, eve)).toEqual(notAllowed)
    expect(await name(bob, ada)).toMatchObject({ details: { approval_status: 'requested' } })
    expect(await vote(issue_id, bob)).toEqual(notAllowed)
    expect(await vote(issue_id, ada)).toMatchObject({ status: 'approved' })
  })

  test('counts no vote for a plan that was changed since', async () => {
    const issue_id = await waitingChange([bob, ada])
    await vote(issue_id, bob)
    await eve.client.issues.update({ issue_id }, { details: { implementation_plan: 'Another' } })
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('requested')
  })

  test('does not rest on the vote of somebody who becomes the assignee', async () => {
    const issue_id = await waitingChange([bob, ada], { approval_rule: 'any' })
    await vote(issue_id, bob)
    const given = await eve.client.issues.update({ issue_id }, { assignee_id: bob.id })
    expect(given.details).toMatchObject({ approval_status: 'requested' })
    expect(await vote(issue_id, bob)).toEqual(notAllowed)
  })

  test('is in the history and the activity with each vote and its reason, also once it is voided', async () => {
    const issue_id = await waitingChange([bob])
    await vote(issue_id, bob)
    await desk.client.issues.update({ issue_id }, { details: { backout_plan: 'Swap back' } })
    const history = await desk.client.issues.history.list({ issue_id })
    const [voted, voided] = history.slice(-2)
    expect(voted).toMatchObject({ actor_id: bob.id, action: 'updated', message: 'I approve' })
    expect(voted?.changes).toMatchObject([
      { field: 'approval', from: 'pending', to: 'approved', to_label: 'Approved' },
      { field: 'details.approval_status', from: 'requested', to: 'approved' },
    ])
    expect(voided?.changes).toContainEqual(
      expect.objectContaining({ field: 'details.approval_status', from: 'approved', to: 'requested' }),
    )
    const [decided] = await desk.client.issues.activity.list({ issue_id }, { type: ['approval_decided'] })
    expect(decided).toMatchObject({
      actor_id: bob.id,
      data: { decision: 'approve', comment: 'I approve' },
    })
  })

  test('is given to the version that was read', async () => {
    const issue_id = await waitingChange([bob])
    const { version } = await desk.client.issues.get({ issue_id })
    const voting = (read: number) =>
      fetch(`${desk.service.address}/issues/${issue_id}/approvals`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bob.token}`,
          'x-tenant-id': desk.tenantId,
          'content-type': 'application/json',
          'if-match': `"v${read}"`,
        },
        body: JSON.stringify({ decision: 'approve' }),
      })
    expect((await voting(version - 1)).status).toBe(412)
    expect((await voting(version)).status).toBe(201)
    expect((await desk.client.issues.get({ issue_id })).version).toBe(version + 1)
  })

  test('is given once by votes that meet', async () => {
    const issue_id = await waitingChange([bob, ada])
    await Promise.all([vote(issue_id, bob), vote(issue_id, ada)])
    expect([await approvalOf(issue_id), ...(await statusesOf(issue_id))]).toEqual([
      'approved',
      'approved',
      'approved',
    ])
  })

  test('is waited for where the workflow says so', async () => {
    const { client, newIssue, member } = await openDesk(desk.service)
    const carl = await member(['issues:read', 'issues:write'])
    const workflow = await client.issueWorkflows.create({ key: 'gate', name: 'Gate' })
    const workflow_id = workflow.id
    const statuses = await client.issueStatuses.list({ key: ['new', 'assess', 'closed'] })
    const idOf = (key: string) => statuses.find((status) => status.key === key)?.id ?? ''
    for (const key of ['new', 'assess', 'closed'])
      await client.issueWorkflowStatuses.create({ workflow_id, status_id: idOf(key) })
    for (const [from, to] of [
      ['new', 'assess'],
      ['assess', 'closed'],
    ] as const)
      await client.issueWorkflowTransitions.create({
        workflow_id,
        key: to,
        name: to,
        from_status_id: idOf(from),
        to_status_id: idOf(to),
      })
    await client.issueTypes.create({ key: 'gated', name: 'Gated', subtype: 'change', workflow_id })
    const details = { approver_ids: [carl.id], outcome: 'successful' as const }
    const { id: issue_id } = await newIssue({ issue_type: 'gated', details })
    await client.issues.update({ issue_id }, { status: 'assess' })
    const [gate] = await client.issueWorkflowStatuses.list({
      status_id: [idOf('assess')],
      workflow_id: [workflow_id],
    })
    await client.issueWorkflowStatuses.update(
      { issue_workflow_status_id: gate?.id ?? '' },
      { waits_for_approval: true },
    )
    const close = () => refusal(client.issues.update({ issue_id }, { status: 'closed' }))
    expect(await close()).toEqual(notApproved)
    const [offered] = await client.issues.transitions.list({ issue_id }, { include_unavailable: true })
    expect(offered).toMatchObject({ is_available: false, unavailable_reasons: ['not_approved'] })
    await carl.client.issues.approvals.create({ issue_id }, { decision: 'approve' })
    expect(await close()).toMatchObject({ status: 'closed' })
  })
})

test('a service request is rejected by a vote, and not started without asking again', async () => {
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'service_request',
    details: { approver_ids: [bob.id], quantity: 1 },
  })
  await move(issue_id, 'waiting_for_approval')
  expect(await move(issue_id, 'rejected')).toEqual([409, 'transition_not_available'])
  await vote(issue_id, bob, 'reject')
  expect(await move(issue_id, 'rejected')).toMatchObject({ status: 'rejected' })
  await move(issue_id, 'new')
  expect(await move(issue_id, 'in_progress')).toEqual([409, 'transition_not_available'])
  await move(issue_id, 'waiting_for_approval')
  await vote(issue_id, bob)
  expect(await move(issue_id, 'approved')).toMatchObject({ status: 'approved' })
  await desk.client.issues.update({ issue_id }, { details: { quantity: 50 } })
  expect(await move(issue_id, 'in_progress')).toEqual(notApproved)
})

describe('a standard change', () => {
  test('is made by whoever manages issues, on create and by a change', async () => {
    const body = { issue_type: 'change', title: 'Renew the certificates' }
    const details = { change_type: 'standard' as const }
    expect(await refusal(bob.client.issues.create({ ...body, details }))).toEqual(notAllowed)
    const { id: issue_id } = await bob.client.issues.create(body)
    expect(await refusal(bob.client.issues.update({ issue_id }, { details }))).toEqual(notAllowed)
    const fields = { details }
    expect(
      await refusal(bob.client.issues.transition({ issue_id }, { to_status: 'scheduled', fields })),
    ).toEqual(notAllowed)
    expect(await refusal(desk.client.issues.update({ issue_id }, { details }))).toMatchObject({ details })
    expect(await refusal(bob.client.issues.update({ issue_id }, { status: 'scheduled' }))).toMatchObject({
      status: 'scheduled',
    })
  })

  test('is no way round the approver of a change that waits', async () => {
    const issue_id = await waitingChange([bob])
    const details = { change_type: 'standard' as const }
    expect(await refusal(eve.client.issues.update({ issue_id }, { details }))).toEqual(notAllowed)
    expect(await move(issue_id, 'scheduled', details)).toEqual(notApproved)
  })
})

test('a change beyond its initial status changes its type by whoever manages issues', async () => {
  const { id: issue_id } = await desk.newIssue({ issue_type: 'change' })
  const become = (change_type: 'normal' | 'emergency', client = bob.client) =>
    refusal(client.issues.update({ issue_id }, { details: { change_type } }))
  for (const change_type of ['emergency', 'normal'] as const)
    expect(await become(change_type)).toMatchObject({ details: { change_type } })
  await move(issue_id, 'assess')
  expect(await become('emergency')).toEqual(notAllowed)
  expect(await become('emergency', desk.client)).toMatchObject({ details: { change_type: 'emergency' } })
})
