import { z } from 'zod'
import { userBrief } from '../briefs.ts'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { id, instant, nullable, text, timestamp } from '../kernel/schema.ts'

/** The statuses of the vote of an approver. */
export const approvalVotes = ['pending', 'approved', 'rejected'] as const

const approvalVote = z
  .enum(approvalVotes)
  .meta({ id: 'ApprovalVote', description: 'Status of the vote of one approver.' })

const approvalDecision = z
  .enum(['approve', 'reject'])
  .meta({ id: 'ApprovalDecision', description: 'The decision of an approver.' })

/** The reasons why an approver cannot vote. */
export const voteObstacles = ['is_creator', 'is_reporter', 'is_requester', 'is_assignee'] as const

const voteObstacle = z.enum(voteObstacles).meta({
  id: 'VoteObstacle',
  description: 'Why an approver cannot vote: a present or former role in the issue.',
})

const comment = text(1_000).meta({
  description: 'The reason for the vote. The history of the issue keeps it.',
})

/** The records that a request can include in an issue approval. */
export const issueApprovalIncludes = includes('IssueApproval', {
  approver: userBrief,
})

const approval = z
  .object({
    id: id().meta({ description: 'Id of the vote (ULID).' }),
    issue_id: id().meta({ description: 'Id of the issue.' }),
    approver_id: id().meta({ description: 'Id of the user whose vote it is.' }),
    status: approvalVote,
    comment: nullable(comment),
    decided_at: nullable(timestamp()).meta({ description: 'When the approver voted; null = not yet.' }),
    cannot_vote_because: z.array(voteObstacle).meta({
      description:
        'Why the approver cannot vote: the approver created the issue, or is or was its reporter, requester or assignee. Empty = can vote. `is_requester` of another user is shown only to callers with `persons:read`, because it reveals whose account belongs to the person. A vote by this approver is refused with these `reasons` (403).',
      examples: [[]],
    }),
    created_at: timestamp().meta({ description: 'When the user was named as an approver.' }),
    ...issueApprovalIncludes.members,
  })
  .meta({ id: 'IssueApproval', description: 'The vote of one approver of an issue.' })
const approvalCreate = z
  .strictObject({ decision: approvalDecision, comment: nullable(comment).optional() })
  .meta({ id: 'IssueApprovalCreate', description: 'A vote of the caller.' })

export type VoteObstacle = (typeof voteObstacles)[number]
export interface IssueApproval extends z.infer<typeof approval> {}
export interface IssueApprovalCreate extends z.infer<typeof approvalCreate> {}
/** The vote of one approver of an issue. */
export const IssueApproval: z.core.$ZodType<IssueApproval, IssueApproval> = approval
/** A vote of the caller. */
export const IssueApprovalCreate: z.core.$ZodType<IssueApprovalCreate, IssueApprovalCreate> = approvalCreate

const approvalCollection = collection({
  hasExternalIds: true,
  include: issueApprovalIncludes.include,
  filters: {
    approver_id: byReference('the approver'),
    status: byValue(approvalVote),
    decided_at: byTime(instant(), { nullable: true }),
    created_at: byTime(instant()),
  },
  sort: ['decided_at', 'created_at'],
})

export const issueApprovals = {
  list: endpoint({
    operationId: 'listApprovalsOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/approvals',
    tag: 'Issues',
    summary: 'List the votes of the approvers of a change or a service request',
    description:
      'One vote for each user in `details.approver_ids`. A vote is pending again after it is voided or requested again. The vote of a user who is removed from `details.approver_ids` no longer counts and leaves this list; a user who is named again votes anew. The history of the issue keeps every vote: who voted (`actor_id`), what (the change of `approval`), why (`message`) and when (`created_at`). A change of the approvers or of their rule voids an approval. The approval of a change is also voided by another `change_type`, plan, planned time, `risk`, `outage_expected` or `configuration_item_ids`, and the approval of a service request by another `catalog_item`, `quantity` or `requested_for_person_id`. Changes of the title and the description do not void it.',
    permission: 'issues:read',
    query: approvalCollection.query,
    collection: approvalCollection,
    success: { status: 200, body: z.array(IssueApproval) },
  }),
  create: endpoint({
    operationId: 'createApprovalOfIssue',
    method: 'post',
    path: '/issues/{issue_id}/approvals',
    tag: 'Issues',
    summary: 'Vote as an approver of a change or a service request',
    description:
      'Only a user in `details.approver_ids` can vote. The creator of the issue cannot vote. Neither can its reporter, requester or assignee, nor anyone who was one of these since the issue was created. A refused vote answers 403 with `reasons` (`is_creator, is_reporter, is_requester, is_assignee, not_an_approver`). If no approver is left who can vote, a user with `issues:manage` names another one in `details.approver_ids`. Votes are accepted, and can be changed, while `details.approval_status` is `requested`. Send the ETag of the issue as `If-Match`, so that you vote on the version that you have read.',
    permission: 'issues:write',
    body: IssueApprovalCreate,
    changesRecord: true,
    success: { status: 201, body: IssueApproval },
    location: null,
    errors: ['invalid_transition'],
  }),
}
