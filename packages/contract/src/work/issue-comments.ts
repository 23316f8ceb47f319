import { z } from 'zod'
import { ownedMembers, tenantIdOnCreate } from '../kernel/record.ts'
import { id, longText, nullable, reference, timestamp } from '../kernel/schema.ts'

/** Who may read a comment. */
export const commentVisibilities = ['public', 'internal'] as const

const visibility = z.enum(commentVisibilities).meta({
  id: 'CommentVisibility',
  description: 'Internal comments are for whoever has the permission `issues:read_internal`.',
})

const body = longText().meta({ description: 'The comment, in Markdown.' })

const comment = z
  .object({
    ...ownedMembers,
    issue_id: id().meta({ description: 'Id of the issue.' }),
    author_id: nullable(id()).meta({ description: 'Id of the user who wrote it.' }),
    body,
    visibility,
    parent_id: nullable(id()).meta({ description: 'Id of the comment that it answers.' }),
    is_edited: z.boolean().meta({ description: 'True once the text was changed.' }),
    edited_at: nullable(timestamp()).meta({ description: 'When the text was last changed.' }),
  })
  .meta({ id: 'IssueComment', description: 'What somebody wrote about an issue.' })
const commentCreate = z
  .strictObject({
    body,
    visibility: visibility.optional(),
    parent_id: nullable(reference('the comment'))
      .optional()
      .meta({ description: 'The comment that this one answers, of the same issue.' }),
    tenant_id: tenantIdOnCreate,
  })
  .meta({ id: 'IssueCommentCreate', description: 'A new comment; public unless said otherwise.' })
const commentUpdate = z
  .strictObject({ body, visibility })
  .partial()
  .meta({ id: 'IssueCommentUpdate', description: 'Changes to a comment.' })

export interface IssueComment extends z.infer<typeof comment> {}
export interface IssueCommentCreate extends z.infer<typeof commentCreate> {}
export interface IssueCommentUpdate extends z.infer<typeof commentUpdate> {}
/** What somebody wrote about an issue. */
export const IssueComment: z.core.$ZodType<IssueComment, IssueComment> = comment
/** A new comment. */
export const IssueCommentCreate: z.core.$ZodType<IssueCommentCreate, IssueCommentCreate> = commentCreate
/** A merge patch (RFC 7396) of a comment. */
export const IssueCommentUpdate: z.core.$ZodType<IssueCommentUpdate, IssueCommentUpdate> = commentUpdate
