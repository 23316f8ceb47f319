import { beforeAll, describe, expect, test } from 'vitest'
import { startCountingProxy } from '../counting-proxy.ts'
import { createDatabase } from '../database.ts'
import { startService } from '../service.ts'
import { createPerson } from '../world.ts'
import { newKey, openDesk, problemOf, refusal, useDesk } from './desk.ts'

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

/** A change of the desk's owner that waits for the approval of these approvers. */
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

/** The reasons why each approver of an issue cannot vote, as a user sees them. */
async function obstaclesOf(issue_id: string, { client }: Pick<typeof desk, 'client'> = desk) {
  const votes = await client.issues.approvals.list({ issue_id })
  return Object.fromEntries(
    votes.map(({ approver_id, cannot_vote_because }) => [approver_id, cannot_vote_because]),
  )
}

const move = (issue_id: string, status: string, details: object = {}) =>
  refusal(desk.client.issues.update({ issue_id }, { status, details }))

/** Milliseconds without traffic after which the service counts as waiting for the database. */
const QUIET = 20

test('many approvers are checked together', async () => {
  const database = await createDatabase()
  const proxy = await startCountingProxy(database.runtime)
  const runtime = { ...database.runtime, host: '127.0.0.1', port: proxy.port }
  const quiet = await openDesk(
    await startService({ ROLE: 'api', DATABASE_SLOTS: '1' }, { ...database, runtime }),
  )
  const members: Member[] = []
  for (let n = 0; n < 14; n += 1) members.push(await quiet.member(['issues:read', 'issues:write']))
  const asking = (count: number) => () => {
    const approver_ids = members.slice(0, count).map(({ id }) => id)
    const details = { change_type: 'emergency', implementation_plan: 'Swap it', approver_ids }
    return quiet.newIssue({ issue_type: 'change', status: 'authorize', details })
  }
  for (const count of [2, 14, 2, 14]) await asking(count)()
  // The fewest of three: background work of the service may add round trips.
  const fewest = async (count: number) => {
    const found: number[] = []
    while (found.length < 3) found.push((await proxy.count(asking(count), QUIET)).roundTrips)
    return Math.min(...found)
  }
  expect(await fewest(14)).toBe(await fewest(2))
  await quiet.service.stop()
  await proxy.stop()
  await database.drop()
})

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

  test('is found by the approvers whose vote is still missing while it is requested', async () => {
    const members = await Promise.all([0, 1].map(() => desk.member(['issues:read', 'issues:write'])))
    const [first, second] = members
    if (!first || !second) throw new Error('there are two members')
    const issue_id = await waitingChange([first, second])
    await desk.newIssue({ issue_type: 'change', details: { approver_ids: [first.id] } })
    const found = async ({ client }: Member) =>
      (await client.issues.list({ pending_approver_id: ['me'] })).map(({ id }) => id)
    expect([await found(first), await found(second)]).toEqual([[issue_id], [issue_id]])
    expect(await found(bob)).toEqual([])
    await vote(issue_id, first)
    expect([await found(first), await found(second)]).toEqual([[], [issue_id]])
    const query = { pending_approver_id: [first.id, second.id], count: true }
    expect((await desk.client.issues.list(query)).map(({ id }) => id)).toEqual([issue_id])
    await vote(issue_id, second, 'reject')
    expect([await found(first), await found(second)]).toEqual([[], []])
    await move(issue_id, 'new')
    await move(issue_id, 'authorize')
    expect([await found(first), await found(second)]).toEqual([[issue_id], [issue_id]])
    await desk.client.issues.update(
      { issue_id },
      { details: { change_type: 'emergency', approval_rule: 'any' } },
    )
    await vote(issue_id, second)
    expect(await approvalOf(issue_id)).toBe('approved')
    expect(await found(first)).toEqual([])
  })

  test('takes one vote where the rule is any', async () => {
    const issue_id = await waitingChange([bob, ada], { approval_rule: 'any' })
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('approved')
    expect(await vote(issue_id, bob)).toEqual([409, 'invalid_transition'])
  })

  test('is refused by one rejection, and requested again on the way back', async () => {
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
    for (const [who, ...reasons] of [
      [owner, 'is_creator', 'is_reporter'],
      [requester, 'is_requester'],
      [assignee, 'is_assignee'],
      [eve, 'not_an_approver'],
    ] as const)
      expect(
        await problemOf(who.client.issues.approvals.create({ issue_id }, { decision: 'approve' })),
      ).toMatchObject({ status: 403, code: 'permission_denied', reasons })
    expect(await obstaclesOf(issue_id)).toEqual({
      [bob.id]: [],
      [requester.id]: ['is_requester'],
      [assignee.id]: ['is_assignee'],
      [owner.id]: ['is_creator', 'is_reporter'],
    })
    // Only the requester and users who may read persons see that the approver is the requester.
    expect(await obstaclesOf(issue_id, requester)).toMatchObject({ [requester.id]: ['is_requester'] })
    expect(await obstaclesOf(issue_id, eve)).toMatchObject({
      [requester.id]: [],
      [assignee.id]: ['is_assignee'],
    })
    expect(await vote(issue_id, bob)).toMatchObject({ cannot_vote_because: [] })
    expect(await approvalOf(issue_id)).toBe('approved')
  })

  test('is not requested unless an approver is named who may vote', async () => {
    for (const approver_ids of [[], [desk.owner.id]]) {
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

  test('is voided by other approvers, whom a user with issues:manage names', async () => {
    const issue_id = await waitingChange([bob])
    await vote(issue_id, bob)
    const name = ({ client }: Member, { id }: Member) =>
      refusal(client.issues.update({ issue_id }, { details: { approver_ids: [id] } }))
    expect(await name(eve, eve)).toEqual(notAllowed)
    expect(await name(bob, ada)).toEqual(notAllowed)
    await desk.client.issues.update({ issue_id }, { details: { approver_ids: [ada.id] } })
    expect(await approvalOf(issue_id)).toBe('requested')
    expect(await vote(issue_id, bob)).toEqual(notAllowed)
    expect(await vote(issue_id, ada)).toMatchObject({ status: 'approved' })
  })

  test('is decided by all its approvers, who add others and remove none', async () => {
    const issue_id = await waitingChange([bob, ada])
    const change = (details: object) => refusal(bob.client.issues.update({ issue_id }, { details }))
    expect(await change({ approver_ids: [bob.id] })).toEqual(notAllowed)
    expect(await change({ approval_rule: 'any' })).toEqual(notAllowed)
    const approver_ids = [bob.id, ada.id, eve.id]
    expect(await change({ approver_ids })).toMatchObject({ details: { approver_ids } })
  })

  test('counts no vote for a plan that was changed since', async () => {
    const issue_id = await waitingChange([bob, ada])
    await vote(issue_id, bob)
    await eve.client.issues.update({ issue_id }, { details: { implementation_plan: 'Another' } })
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('requested')
  })

  test('is not given by whoever created the issue for another reporter, nor by a former reporter', async () => {
    const { id: issue_id } = await bob.client.issues.create({
      issue_type: 'change',
      title: 'Swap the switch',
      reporter_id: ada.id,
      details: { change_type: 'emergency', approver_ids: [bob.id, ada.id, eve.id] },
    })
    await bob.client.issues.update({ issue_id }, { reporter_id: desk.owner.id })
    await bob.client.issues.update({ issue_id }, { status: 'authorize' })
    for (const [{ client }, reason] of [
      [bob, 'is_creator'],
      [ada, 'is_reporter'],
    ] as const)
      expect(
        await problemOf(client.issues.approvals.create({ issue_id }, { decision: 'approve' })),
      ).toMatchObject({ status: 403, reasons: [reason] })
    expect(await obstaclesOf(issue_id)).toEqual({
      [bob.id]: ['is_creator'],
      [ada.id]: ['is_reporter'],
      [eve.id]: [],
    })
    await vote(issue_id, eve)
    expect(await approvalOf(issue_id)).toBe('approved')
  })

  test('is not given by a former assignee or requester, and another approver is named where none is left', async () => {
    const [persons, members] = [
      [await createPerson(desk.service, desk.tenantId), await createPerson(desk.service, desk.tenantId)],
      [
        await desk.member(['issues:read', 'issues:write']),
        await desk.member(['issues:read', 'issues:write']),
      ],
    ]
    await desk.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${desk.tenantId})`
      for (const [at, person] of persons.entries())
        await sql`update persons set user_id = ${members[at]?.id ?? ''} where id = ${person}`
    })
    const [requester, other] = persons
    const approvers = [ada, ...members]
    const { id: issue_id } = await desk.newIssue({
      issue_type: 'service_request',
      assignee_id: ada.id,
      details: {
        approver_ids: approvers.map(({ id }) => id),
        requester_person_id: requester,
        requested_for_person_id: other,
      },
    })
    const details = { requester_person_id: null, requested_for_person_id: null }
    await desk.client.issues.update({ issue_id }, { assignee_id: null, details })
    expect(await move(issue_id, 'waiting_for_approval')).toEqual([
      422,
      'validation_failed',
      ['/details/approver_ids approver_required'],
    ])
    const approver_ids = [...approvers, bob].map(({ id }) => id)
    expect(await move(issue_id, 'waiting_for_approval', { approver_ids })).toMatchObject({
      status: 'waiting_for_approval',
    })
    for (const [{ client }, reason] of [
      [ada, 'is_assignee'],
      ...members.map((member) => [member, 'is_requester'] as const),
    ] as const)
      expect(
        await problemOf(client.issues.approvals.create({ issue_id }, { decision: 'approve' })),
      ).toMatchObject({ status: 403, reasons: [reason] })
    expect(await obstaclesOf(issue_id)).toEqual({
      [ada.id]: ['is_assignee'],
      ...Object.fromEntries(members.map(({ id }) => [id, ['is_requester']])),
      [bob.id]: [],
    })
    await vote(issue_id, bob)
    expect(await move(issue_id, 'approved')).toMatchObject({ status: 'approved' })
  })

  test('keeps in the history what a replaced approver voted, who votes anew once put back', async () => {
    const issue_id = await waitingChange([bob, ada])
    const given = await refusal(
      bob.client.issues.approvals.create({ issue_id }, { decision: 'approve', comment: 'Sound' }),
    )
    const name = (...approvers: Member[]) =>
      desk.client.issues.update({ issue_id }, { details: { approver_ids: approvers.map(({ id }) => id) } })
    await name(ada)
    expect(await desk.client.issues.approvals.list({ issue_id })).toMatchObject([{ approver_id: ada.id }])
    await name(ada, bob)
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('requested')
    const votes = await desk.client.issues.approvals.list({ issue_id }, { approver_id: [bob.id] })
    expect(votes).toMatchObject([{ status: 'pending', comment: null, decided_at: null }])
    await vote(issue_id, bob, 'reject')
    const history = await desk.client.issues.history.list({ issue_id })
    const decisions = history.filter(({ changes }) => changes.some(({ field }) => field === 'approval'))
    expect(
      decisions.map(({ actor_id, actor, message, changes }) => [
        actor_id,
        actor?.id,
        message,
        changes[0]?.to,
      ]),
    ).toEqual([
      [bob.id, bob.id, 'Sound', 'approved'],
      [ada.id, ada.id, 'I approve', 'approved'],
      [bob.id, bob.id, 'I reject', 'rejected'],
    ])
    expect(given).toMatchObject({ decided_at: expect.any(String) })
    expect(decisions[0]?.created_at.slice(0, 16)).toBe(Reflect.get(Object(given), 'decided_at').slice(0, 16))
  })

  test('is the same in whichever order an approver is assigned and others vote', async () => {
    const issue_id = await waitingChange([bob, ada])
    const assign = (assignee_id: string | null) => desk.client.issues.update({ issue_id }, { assignee_id })
    await assign(ada.id)
    await vote(issue_id, bob)
    expect(await approvalOf(issue_id)).toBe('approved')
    await assign(null)
    expect(await approvalOf(issue_id)).toBe('approved')
    await assign(ada.id)
    expect(
      await refusal(desk.client.issues.update({ issue_id }, { assignee_id: null, status: 'scheduled' })),
    ).toMatchObject({ status: 'scheduled' })
  })

  test('stays refused where the issue is assigned to whoever rejected it', async () => {
    const issue_id = await waitingChange([bob, ada], { approval_rule: 'any' })
    await vote(issue_id, bob, 'reject')
    await desk.client.issues.update({ issue_id }, { assignee_id: bob.id })
    expect(await approvalOf(issue_id)).toBe('rejected')
  })

  test('is requested again once another approver takes the place of the one who rejected it', async () => {
    const issue_id = await waitingChange([bob])
    await vote(issue_id, bob, 'reject')
    const name = ({ client }: Member, { id }: Member) =>
      refusal(client.issues.update({ issue_id }, { details: { approver_ids: [id] } }))
    expect(await name(eve, ada)).toEqual(notAllowed)
    expect(await name(bob, ada)).toEqual(notAllowed)
    await desk.client.issues.update({ issue_id }, { details: { approver_ids: [ada.id] } })
    expect(await approvalOf(issue_id)).toBe('requested')
    await vote(issue_id, ada)
    expect(await approvalOf(issue_id)).toBe('approved')
  })

  test('stays refused on the way back, whoever approves next', async () => {
    const issue_id = await waitingChange([bob, ada])
    await vote(issue_id, bob, 'reject')
    await move(issue_id, 'new')
    const renamed = await eve.client.issues.update({ issue_id }, { details: { approver_ids: [ada.id] } })
    expect(renamed.details).toMatchObject({ approval_status: 'rejected' })
  })

  test('says what to do where it is decided already', async () => {
    const issue_id = await waitingChange([bob, ada], { approval_rule: 'any' })
    const detail = async ({ client }: Member, id = issue_id) =>
      (await problemOf(client.issues.approvals.create({ issue_id: id }, { decision: 'approve' })))?.detail
    await vote(issue_id, ada)
    expect(await detail(bob)).toBe(
      'The issue is approved already, and needs no further vote. Move it to another status.',
    )
    const other = await waitingChange([bob])
    await vote(other, bob, 'reject')
    expect(await detail(bob, other)).toMatch(/^The approval was rejected already\. Send the issue back/)
    const { id } = await desk.newIssue({ issue_type: 'change', details: { approver_ids: [bob.id] } })
    expect(await detail(bob, id)).toMatch(/^No approval is requested\./)
  })

  test('is given where an earlier release stored no vote', async () => {
    const issue_id = await waitingChange([bob, ada])
    await desk.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${desk.tenantId})`
      await sql`delete from issue_approvals where issue_id = ${issue_id}`
    })
    expect(await vote(issue_id, bob)).toMatchObject({ status: 'approved' })
    expect(await statusesOf(issue_id)).toHaveLength(2)
    expect(await approvalOf(issue_id)).toBe('requested')
  })

  test('is not left to users who cannot vote', async () => {
    const reader = await desk.member(['issues:read'])
    const details = { approver_ids: [bob.id, reader.id] }
    const create = desk.newIssue({ issue_type: 'change', details })
    expect((await problemOf(create))?.errors).toEqual([
      {
        in: 'body',
        pointer: '/details/approver_ids/1',
        code: 'not_allowed_value',
        message:
          'the user cannot vote: give the user issues:write in the project first, or name another user',
      },
    ])
    const { id: issue_id } = await desk.newIssue({ issue_type: 'change' })
    expect(await refusal(desk.client.issues.update({ issue_id }, { details }))).toEqual([
      422,
      'validation_failed',
      ['/details/approver_ids/1 not_allowed_value'],
    ])
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

test('a vote that is given again without a comment keeps the comment and writes no history', async () => {
  const issue_id = await waitingChange([bob, ada])
  await vote(issue_id, bob)
  const entries = async () => (await desk.client.issues.history.list({ issue_id })).length
  const former = await entries()
  const again = await refusal(bob.client.issues.approvals.create({ issue_id }, { decision: 'approve' }))
  expect(again).toMatchObject({ status: 'approved', comment: 'I approve' })
  expect(await entries()).toBe(former)
})

test('another risk, outage or configuration item voids the approval of a change', async () => {
  const issue_id = await waitingChange([bob])
  const item = await desk.client.configurationItems.create({ name: newKey() })
  for (const body of [
    { details: { risk: 'high' as const } },
    { details: { outage_expected: true } },
    { configuration_item_ids: [item.id] },
  ]) {
    await vote(issue_id, bob)
    expect(await approvalOf(issue_id)).toBe('approved')
    await desk.client.issues.update({ issue_id }, { title: 'Said otherwise' })
    expect(await approvalOf(issue_id)).toBe('approved')
    await desk.client.issues.update({ issue_id }, body)
    expect(await approvalOf(issue_id)).toBe('requested')
  }
})

describe('a standard change', () => {
  test('keeps its plan beyond its initial status unless a user manages issues', async () => {
    const { id: issue_id } = await desk.newIssue({
      issue_type: 'change',
      details: { change_type: 'standard', implementation_plan: 'Renew' },
    })
    const details = { implementation_plan: 'Replace' }
    const change = (given: object, client = bob.client) => refusal(client.issues.update({ issue_id }, given))
    expect(await change({ details, status: 'scheduled' })).toEqual(notAllowed)
    expect(await change({ details })).toMatchObject({ details })
    expect(await change({ status: 'scheduled' })).toMatchObject({ status: 'scheduled' })
    expect(await change({ details: { backout_plan: 'None' } })).toEqual(notAllowed)
    expect(await change({ details: { approver_ids: [eve.id] } })).toEqual(notAllowed)
    expect(await change({ details: { backout_plan: 'None' } }, desk.client)).toMatchObject({
      details: { backout_plan: 'None' },
    })
  })

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

  test('needs an approval once it is of another type', async () => {
    const { id: issue_id } = await desk.newIssue({
      issue_type: 'change',
      details: { change_type: 'standard', approver_ids: [bob.id] },
    })
    await move(issue_id, 'scheduled')
    const normal = { change_type: 'normal' as const }
    expect(await move(issue_id, 'implement', normal)).toEqual(notApproved)
    const changed = await desk.client.issues.update({ issue_id }, { details: normal })
    expect(changed.details).toMatchObject({ approval_status: 'requested' })
    expect(await move(issue_id, 'implement')).toEqual(notApproved)
    await vote(issue_id, bob)
    expect(await move(issue_id, 'implement')).toMatchObject({ status: 'implement' })
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

test('an approved service request is not approved as a change', async () => {
  const { client, newIssue } = desk
  const workflow = await client.issueWorkflows.create({ key: 'both', name: 'Both' })
  const workflow_id = workflow.id
  const statuses = await client.issueStatuses.list({ key: ['new', 'authorize', 'scheduled'] })
  const idOf = (key: string) => statuses.find((status) => status.key === key)?.id ?? ''
  for (const key of ['new', 'authorize', 'scheduled'])
    await client.issueWorkflowStatuses.create({
      workflow_id,
      status_id: idOf(key),
      waits_for_approval: key === 'authorize',
    })
  for (const [from, to] of [
    ['new', 'authorize'],
    ['authorize', 'scheduled'],
  ] as const)
    await client.issueWorkflowTransitions.create({
      workflow_id,
      key: to,
      name: to,
      from_status_id: idOf(from),
      to_status_id: idOf(to),
    })
  for (const subtype of ['service_request', 'change'] as const)
    await client.issueTypes.create({ key: `both_${subtype}`, name: subtype, subtype, workflow_id })
  const { id: issue_id } = await newIssue({
    issue_type: 'both_service_request',
    details: { approver_ids: [bob.id] },
  })
  await move(issue_id, 'authorize')
  await vote(issue_id, bob)
  await move(issue_id, 'scheduled')
  const change = await client.issues.update({ issue_id }, { issue_type: 'both_change' })
  expect(change.details).toMatchObject({ approval_status: 'requested' })
  expect(await statusesOf(issue_id)).toEqual(['pending'])
})
