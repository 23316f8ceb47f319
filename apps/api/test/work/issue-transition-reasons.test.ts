import type { IssueTransition } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { type Desk, newKey, problemOf, useDesk } from './desk.ts'

const desk = useDesk()
const worker = ['issues:read', 'issues:write']

type Reason = IssueTransition['unavailable_reasons'][number]

/** An issue whose only transition leads to a status of the category. */
async function newCase(category: 'started' | 'completed' = 'started', subtype: 'task' | 'change' = 'task') {
  const { client } = desk
  const member = await desk.member(worker)
  const from = await client.issueStatuses.create({ key: newKey(), name: 'Before', category: 'started' })
  const to = await client.issueStatuses.create({ key: newKey(), name: 'After', category })
  const { id: workflow_id } = await client.issueWorkflows.create({ key: newKey(), name: 'Case' })
  const place = await client.issueWorkflowStatuses.create({ workflow_id, status_id: from.id })
  await client.issueWorkflowStatuses.create({ workflow_id, status_id: to.id })
  const ends = { from_status_id: from.id, to_status_id: to.id }
  const go = { workflow_id, key: 'go', name: 'Go', ...ends }
  const { id: transition_id } = await client.issueWorkflowTransitions.create(go)
  const type = { key: newKey(), name: 'Case', subtype, hierarchy_level: 0, workflow_id }
  const { key: issue_type } = await client.issueTypes.create(type)
  const details = subtype === 'change' ? { details: { approver_ids: [member.id] } } : {}
  const { id: issue_id } = await desk.newIssue({ issue_type, reporter_id: desk.owner.id, ...details })
  const configure = (rules: object) =>
    client.issueWorkflowTransitions.update({ issue_workflow_transition_id: transition_id }, rules)
  return { client, member, to, place, transition_id, issue_id, configure }
}

type Case = Awaited<ReturnType<typeof newCase>>

interface Cause {
  /** Makes the transition unavailable, and returns how it becomes available again. */
  readonly cause: (made: Case) => Promise<() => Promise<unknown>>
  readonly of?: Parameters<typeof newCase>
  readonly problem: object
}

const notAvailable = { status: 409, code: 'transition_not_available', available: [] }
const denied = { status: 403, code: 'permission_denied' }

const causes: Readonly<Record<Reason, Cause>> = {
  status_not_active: {
    cause: async ({ client, to }) => {
      const set = (is_active: boolean) =>
        client.issueStatuses.update({ issue_status_id: to.id }, { is_active })
      await set(false)
      return () => set(true)
    },
    problem: notAvailable,
  },
  record_archived: {
    cause: async ({ client, issue_id }) => {
      await client.issues.archive({ issue_id })
      return () => client.issues.restore({ issue_id })
    },
    problem: { status: 409, code: 'record_archived' },
  },
  condition_not_met: {
    cause: async ({ client, issue_id, configure }) => {
      await configure({ condition: { priority: 'high' } })
      return () => client.issues.update({ issue_id }, { priority: 'high' })
    },
    problem: notAvailable,
  },
  permission_missing: {
    cause: async ({ configure }) => {
      await configure({ required_permission: 'issues:delete' })
      return () => configure({ required_permission: null })
    },
    problem: { ...denied, required_permission: 'issues:delete', reasons: ['permission_missing'] },
  },
  not_in_allowed_group: {
    cause: async ({ client, member, configure }) => {
      const { id: group_id } = await client.groups.create({ name: newKey(), permissions: [] })
      await configure({ allowed_group_ids: [group_id] })
      return () => client.groups.memberships.create({ group_id }, { user_id: member.id })
    },
    problem: { ...denied, reasons: ['not_in_allowed_group'] },
  },
  not_an_allowed_actor: {
    cause: async ({ client, member, issue_id, configure }) => {
      await configure({ allowed_actors: ['assignee'] })
      return () => client.issues.update({ issue_id }, { assignee_id: member.id })
    },
    problem: { ...denied, reasons: ['not_an_allowed_actor'] },
  },
  not_approved: {
    of: ['started', 'change'],
    cause: async ({ client, member, issue_id, place }) => {
      const gate = { issue_workflow_status_id: place.id }
      await client.issueWorkflowStatuses.update(gate, { waits_for_approval: true })
      return () => member.client.issues.approvals.create({ issue_id }, { decision: 'approve' })
    },
    problem: { status: 409, code: 'approval_required', approval_status: 'not_required' },
  },
  open_blockers: {
    of: ['completed'],
    cause: async ({ client, issue_id }) => {
      const { id: blocker } = await desk.newIssue()
      const link = { linked_issue_id: issue_id, link_type: 'blocks' }
      await client.issues.links.create({ issue_id: blocker }, link)
      return () => client.issues.update({ issue_id: blocker }, { status: 'cancelled' })
    },
    problem: { status: 409, code: 'issue_blocked', children: [], blockers: [{}] },
  },
  open_children: {
    of: ['completed'],
    cause: async ({ client, issue_id }) => {
      const { id: child } = await desk.newIssue({ parent_id: issue_id })
      return () => client.issues.update({ issue_id: child }, { status: 'cancelled' })
    },
    problem: { status: 409, code: 'issue_blocked', blockers: [], children: [{}] },
  },
}

describe('a listed transition is made if it is available, and rejected for the reason that is listed', () => {
  const listed = async ({ member, issue_id }: Case) =>
    (await member.client.issues.transitions.list({ issue_id }, { include_unavailable: true })).map(
      ({ is_available, unavailable_reasons }) => ({ is_available, unavailable_reasons }),
    )
  const move = ({ issue_id, transition_id }: Case, { client }: { client: Desk['client'] }) =>
    problemOf(client.issues.transition({ issue_id }, { transition_id }))

  test.each(Object.keys(causes) as Reason[])('%s', async (reason) => {
    const { cause, of = [], problem } = causes[reason]
    const made = await newCase(...of)
    const remedy = await cause(made)
    expect(await listed(made)).toEqual([{ is_available: false, unavailable_reasons: [reason] }])
    expect(await move(made, made.member)).toMatchObject(problem)
    await remedy()
    expect(await listed(made)).toEqual([{ is_available: true, unavailable_reasons: [] }])
    expect(await move(made, made.member)).toBeUndefined()
  })

  test('permission_missing, for a user who may only read the issue', async () => {
    const made = await newCase()
    const reader = await desk.member(['issues:read'])
    expect(await listed({ ...made, member: reader })).toEqual([
      { is_available: false, unavailable_reasons: ['permission_missing'] },
    ])
    expect(await move(made, reader)).toMatchObject({ ...denied, required_permission: 'issues:write' })
  })
})
