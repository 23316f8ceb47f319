import type { Desk } from '../../work/desk.ts'
import { type AdviceCase, newName } from './advice.ts'

/** A change with an approver, still in its initial status. */
async function newChange(desk: Desk) {
  const approver = await desk.member(['issues:read', 'issues:write'])
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'change',
    details: { change_type: 'emergency', implementation_plan: 'Swap it', approver_ids: [approver.id] },
  })
  const move = (status: string, details = {}) =>
    desk.client.issues.update({ issue_id }, { status, details: { ...details } })
  const vote = (decision: 'approve' | 'reject' = 'approve') =>
    approver.client.issues.approvals.create({ issue_id }, { decision, comment: `I ${decision}` })
  return { issue_id, approver, move, vote }
}

/** Sends the change back, and requests approval again. */
async function again({ move }: Pick<Awaited<ReturnType<typeof newChange>>, 'move'>) {
  await move('new')
  await move('authorize')
}

const link = ({ client }: Desk, issue_id: string, linked_issue_id: string) =>
  client.issues.links.create({ issue_id }, { linked_issue_id, link_type: 'blocks' })

/** An issue in progress that another issue blocks. */
async function blocked(desk: Desk) {
  const { id: issue_id } = await desk.newIssue({ status: 'in_progress' })
  const { id: blocker } = await desk.newIssue({ status: 'in_progress' })
  const { id: link_id } = await link(desk, blocker, issue_id)
  const resolve = (id: string) => desk.client.issues.update({ issue_id: id }, { status: 'resolved' })
  return { issue_id, blocker, link_id, resolve }
}

export const issueAdvice: readonly AdviceCase[] = [
  {
    name: 'a change that waits for its approval',
    code: 'approval_required',
    advice: /The approvers vote with POST/,
    arrange: async (desk) => {
      const { issue_id, approver, move } = await newChange(desk)
      await move('authorize')
      return {
        send: () => move('scheduled'),
        named: { params: { issue_id }, body: { decision: 'approve' }, token: approver.token },
      }
    },
  },
  {
    name: 'a change whose approval was rejected',
    code: 'approval_required',
    advice: /Send the issue back\. Then move it to the status that waits for approval again/,
    arrange: async (desk) => {
      const { move, vote } = await newChange(desk)
      await move('authorize')
      await vote('reject')
      return {
        send: () => move('scheduled'),
        follow: async () => {
          await again({ move })
          await vote()
        },
      }
    },
  },
  {
    name: 'a change of plan along with the move',
    code: 'approval_required',
    advice: /Make the change first, let the approvers vote again, and then move the issue/,
    arrange: async (desk) => {
      const { issue_id, move, vote } = await newChange(desk)
      const details = { implementation_plan: 'Swap both' }
      await move('authorize')
      await vote()
      return {
        send: () => move('scheduled', details),
        follow: async () => {
          await desk.client.issues.update({ issue_id }, { details })
          await vote()
        },
      }
    },
  },
  {
    name: 'a vote that nobody asked for',
    code: 'invalid_transition',
    advice: /Move the issue to a status that waits for approval first/,
    arrange: async (desk) => {
      const { move, vote } = await newChange(desk)
      return { send: () => vote(), follow: () => move('authorize') }
    },
  },
  {
    name: 'a vote after the rejection',
    code: 'invalid_transition',
    advice: /Send the issue back\. Then move it to the status that waits for approval again/,
    arrange: async (desk) => {
      const { move, vote } = await newChange(desk)
      await move('authorize')
      await vote('reject')
      return { send: () => vote(), follow: () => again({ move }) }
    },
  },
  {
    name: 'a vote after the approval',
    code: 'invalid_transition',
    advice: /needs no further vote\. Move it to another status/,
    arrange: async (desk) => {
      const { move, vote } = await newChange(desk)
      await move('authorize')
      await vote()
      return { send: () => vote(), instead: () => move('scheduled') }
    },
  },
  {
    name: 'an issue that another blocks',
    code: 'issue_blocked',
    advice: /Close the issues in `blockers` and `children` first/,
    arrange: async (desk) => {
      const { issue_id, blocker, resolve } = await blocked(desk)
      return { send: () => resolve(issue_id), follow: () => resolve(blocker) }
    },
  },
  {
    name: 'an issue that another blocks, whose link is removed',
    code: 'issue_blocked',
    advice: /or remove the links to them/,
    arrange: async (desk) => {
      const { issue_id, link_id, resolve } = await blocked(desk)
      return {
        send: () => resolve(issue_id),
        follow: () => desk.client.issues.links.delete({ issue_id, link_id }),
      }
    },
  },
  {
    name: 'a status that no transition leads to',
    code: 'transition_not_available',
    advice: /Use one of `available`/,
    arrange: async (desk) => {
      const { issue_id, move } = await newChange(desk)
      return {
        send: () => move('closed'),
        instead: async () => {
          const [available] = await desk.client.issues.transitions.list({ issue_id })
          return desk.client.issues.transition({ issue_id }, { transition_id: available?.id ?? '' })
        },
      }
    },
  },
  {
    name: 'an archived issue',
    code: 'record_archived',
    advice: /Restore the record/,
    arrange: async (desk) => {
      const { id: issue_id } = await desk.newIssue()
      await desk.client.issues.archive({ issue_id })
      return {
        send: () => desk.client.issues.update({ issue_id }, { title: newName() }),
        follow: () => desk.client.issues.restore({ issue_id }),
      }
    },
  },
  {
    name: 'an issue of an archived project',
    code: 'record_archived',
    advice: /The project is archived\. Restore it/,
    arrange: async (desk) => {
      const { id: project_id } = await desk.client.projects.create({ name: newName() })
      const { id: issue_id } = await desk.newIssue({ project_id })
      await desk.client.projects.archive({ project_id })
      return {
        send: () => desk.client.issues.comments.create({ issue_id }, { body: 'Still there' }),
        follow: () => desk.client.projects.restore({ project_id }),
      }
    },
  },
  {
    name: 'a parent below the issue',
    code: 'cycle_detected',
    advice: /Choose another parent/,
    arrange: async (desk) => {
      const { id: issue_id } = await desk.newIssue()
      const { id: child } = await desk.newIssue({ parent_id: issue_id })
      const { id: other } = await desk.newIssue()
      const adopt = (parent_id: string) => desk.client.issues.update({ issue_id }, { parent_id })
      return { send: () => adopt(child), instead: () => adopt(other) }
    },
  },
  {
    name: 'links that form a circle',
    code: 'cycle_detected',
    advice: /Link another issue, or use another link type/,
    arrange: async (desk) => {
      const [first, second, other] = [await desk.newIssue(), await desk.newIssue(), await desk.newIssue()]
      await link(desk, first.id, second.id)
      return {
        send: () => link(desk, second.id, first.id),
        instead: () => link(desk, second.id, other.id),
      }
    },
  },
  {
    name: 'a value that another issue has',
    code: 'already_exists',
    advice: /choose another value/,
    arrange: async (desk) => {
      const { key } = await desk.client.issueFields.create({
        name: newName(),
        type: 'text',
        is_unique: true,
      })
      const add = (value: string) => desk.newIssue({ custom_fields: { [key]: value } })
      await add('A-1')
      return { send: () => add('A-1'), instead: () => add('A-2') }
    },
  },
]
