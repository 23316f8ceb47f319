import { z } from 'zod'
import { userBrief } from '../briefs.ts'
import { collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byTime, byUser, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { id, instant, longText, nullable, reference, timestamp } from '../kernel/schema.ts'

/** The visibilities of comments. */
export const commentVisibilities = ['public', 'internal'] as const

const visibility = z.enum(commentVisibilities).meta({
  id: 'CommentVisibility',
  description:
    'Who may read the comment. Reading an `internal` comment needs the permission `issues:read_internal`.',
})

const body = longText().meta({ description: 'The comment, in Markdown.' })

/** The records that a request can include in an issue comment. */
export const issueCommentIncludes = includes('IssueComment', {
  author: userBrief,
})

const comment = z
  .object({
    ...ownedMembers,
    issue_id: id().meta({ description: 'Id of the issue.' }),
    author_id: nullable(id()).meta({ description: 'Id of the user who wrote the comment.' }),
    body,
    visibility,
    parent_id: nullable(id()).meta({
      description: 'Id of the comment that this comment answers; null = none.',
    }),
    is_edited: z.boolean().meta({ description: 'True if the text was changed.' }),
    edited_at: nullable(timestamp()).meta({ description: 'When the text was last changed.' }),
    ...issueCommentIncludes.members,
  })
  .meta({ id: 'IssueComment', description: 'A comment on an issue.' })
const commentCreate = z
  .strictObject({
    body,
    visibility: visibility.optional(),
    parent_id: nullable(
      reference('the comment').meta({
        description: 'Id of the comment that this comment answers (ULID). It must belong to the same issue.',
      }),
    ).optional(),
    ...ownedOnCreate,
  })
  .meta({
    id: 'IssueCommentCreate',
    description:
      'A new comment. It is public by default; an answer to an internal comment is always internal.',
  })
const commentUpdate = z.strictObject({ body, visibility, external_ids: externalIdsGiven }).partial().meta({
  id: 'IssueCommentUpdate',
  description: 'Changes to a comment. When a comment becomes internal, its answers become internal, too.',
})

export interface IssueComment extends z.infer<typeof comment> {}
export interface IssueCommentCreate extends z.infer<typeof commentCreate> {}
export interface IssueCommentUpdate extends z.infer<typeof commentUpdate> {}
/** A comment on an issue. */
export const IssueComment: z.core.$ZodType<IssueComment, IssueComment> = comment
/** A new comment. */
export const IssueCommentCreate: z.core.$ZodType<IssueCommentCreate, IssueCommentCreate> = commentCreate
/** A merge patch (RFC 7396) of a comment. */
export const IssueCommentUpdate: z.core.$ZodType<IssueCommentUpdate, IssueCommentUpdate> = commentUpdate

const commentCollection = collection({
  hasExternalIds: true,
  include: issueCommentIncludes.include,
  filters: {
    author_id: byUser('the user who wrote the comment'),
    visibility: byValue(visibility),
    created_at: byTime(instant()),
  },
  sort: ['created_at', 'updated_at'],
})

export const issueComments = {
  list: endpoint({
    operationId: 'listCommentsOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/comments',
    tag: 'Issues',
    summary: 'List the comments on an issue',
    description: 'Newest first. Internal comments are listed only for callers with `issues:read_internal`.',
    permission: 'issues:read',
    query: commentCollection.query,
    collection: commentCollection,
    success: { status: 200, body: z.array(IssueComment) },
  }),
  get: endpoint({
    operationId: 'getCommentOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/comments/{comment_id}',
    tag: 'Issues',
    summary: 'Read a comment',
    description: 'Reading an internal comment needs `issues:read_internal`.',
    permission: 'issues:read',
    success: { status: 200, body: IssueComment },
    ...including(issueCommentIncludes),
  }),
  create: endpoint({
    operationId: 'createCommentOfIssue',
    method: 'post',
    path: '/issues/{issue_id}/comments',
    tag: 'Issues',
    summary: 'Comment on an issue',
    permission: 'issues:write',
    body: IssueCommentCreate,
    success: { status: 201, body: IssueComment },
  }),
  update: endpoint({
    operationId: 'updateCommentOfIssue',
    method: 'patch',
    path: '/issues/{issue_id}/comments/{comment_id}',
    tag: 'Issues',
    summary: 'Edit a comment',
    description: 'Editing another user’s comment needs the permission `issues:manage`.',
    permission: 'issues:write',
    body: IssueCommentUpdate,
    success: { status: 200, body: IssueComment },
  }),
  delete: endpoint({
    operationId: 'deleteCommentOfIssue',
    method: 'delete',
    path: '/issues/{issue_id}/comments/{comment_id}',
    tag: 'Issues',
    summary: 'Delete a comment',
    description:
      'Deleting another user’s comment needs the permission `issues:manage`. The answers to the comment stay.',
    permission: 'issues:write',
    success: { status: 204 },
  }),
}
