import { operationGroups } from '@commonhold/contract'
import { newId } from '../../base/ids.ts'
import { invalid, problem } from '../../base/problem.ts'
import { ignoreUnhandled, type Reader } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { implement } from '../../store/implement.ts'
import { listRecords } from '../../store/listing.ts'
import { mayIn } from '../../store/permissions.ts'
import { dropText, saveCommentText } from '../fields/issue-texts.repository.ts'
import { recordActivity, renewUpdatedAt, touchIssue } from '../issues/issue-parts.repository.ts'
import { issueOf } from '../issues/issue-record.rules.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { followComment, hideAnswers, respondTo, showActivityOf } from './issue-comments.repository.ts'
import { commentStore, commentsOf } from './issue-conversation.store.ts'
import { partContext } from './issue-part.service.ts'
import { recordIssueChange } from './issue-recording.service.ts'

/** Throws if the comment is internal and the user may not read internal comments. */
async function assertInternal({ tx }: WriteContext, issue: IssueRow, visibility: string | undefined) {
  if (visibility !== 'internal' || (await mayIn(tx, 'issues:read_internal', issue.project_id))) return
  throw problem('permission_denied', { required_permission: 'issues:read_internal' })
}

/** Throws for a public answer to an internal comment, because it would reveal that comment. */
function assertNoLessHidden(visibility: string | undefined, parent: { readonly visibility: string }): void {
  if (parent.visibility === 'public' || visibility === 'internal') return
  throw invalid({
    field: 'visibility',
    code: 'not_allowed_value',
    message: 'an answer to an internal comment is always internal; leave visibility out',
    allowed: ['internal'],
  })
}

/** True if the caller may not read the comment. */
const isHidden = async (
  reader: Reader,
  { project_id }: IssueRow,
  { visibility }: { readonly visibility: string },
): Promise<boolean> => visibility === 'internal' && !(await mayIn(reader, 'issues:read_internal', project_id))

/** Locks a comment of the issue for a change. Throws unless the caller may read it and wrote it or has `issues:manage`. */
async function lockOwn(context: WriteContext, issue: IssueRow, id: string) {
  const found = await commentStore.lock(context, id)
  if (found.issue_id !== issue.id) throw problem('not_found')
  if (await isHidden(context.tx, issue, found)) throw problem('not_found')
  if (
    found.author_id !== context.actor.userId &&
    !(await mayIn(context.tx, 'issues:manage', issue.project_id))
  )
    throw problem(
      'permission_denied',
      { required_permission: 'issues:manage' },
      'Changing another user’s comment needs issues:manage.',
    )
  return found
}

/** Records the first response as a change of the issue: the first public comment by a user other than the reporter. */
async function recordResponse(
  context: WriteContext,
  row: IssueRow,
  first_responded_at: string | undefined,
): Promise<void> {
  if (first_responded_at === undefined) return
  await touchIssue(context.tx, row.id)
  const before = { ...issueOf(row), first_responded_at: null }
  await recordIssueChange(context, 'updated', before, {
    ...before,
    version: before.version + 1,
    first_responded_at,
  })
}

export const issueCommentHandlers = implement(operationGroups.issueComments, {
  list: async ({ params, query }, context) => {
    const [rows] = await Promise.all([
      listRecords(
        commentStore,
        context,
        operationGroups.issueComments.list.collection,
        query,
        commentsOf(params.issue_id),
      ),
      issueStore.get(context.reader, params.issue_id),
    ])
    return rows
  },
  get: async ({ params }, { reader }) => {
    const [issue, comment] = await Promise.all([
      issueStore.get(reader, params.issue_id),
      commentStore.get(reader, params.comment_id),
    ])
    if (comment.issue_id !== issue.id || (await isHidden(reader, issue, comment))) throw problem('not_found')
    return comment
  },
  create: async ({ params, body }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    await assertInternal(context, issue, body.visibility)
    let { visibility } = body
    if (body.parent_id) {
      const parent = await context.tx.first(commentStore.lockStatement(), { id: body.parent_id })
      const isReadable =
        parent?.visibility === 'public' || (await mayIn(context.tx, 'issues:read_internal', issue.project_id))
      if (parent?.issue_id !== issue.id || !isReadable)
        throw invalid({
          field: 'parent_id',
          code: 'reference_not_found',
          message: 'the issue has no such comment',
        })
      visibility ??= parent.visibility
      assertNoLessHidden(visibility, parent)
    }
    const { tx, actor } = context
    const made = { id: newId(), body: body.body, visibility: visibility ?? 'public' }
    const values = { ...body, ...made, issue_id: issue.id, author_id: actor.userId }
    const inserted = ignoreUnhandled(commentStore.insert(part, values, made.id))
    const responded = made.visibility === 'public' ? respondTo(tx, issue.id, actor.userId) : undefined
    const followed = ignoreUnhandled(followComment(context, issue.id, actor.userId, made))
    const comment = await inserted
    await recordResponse(context, issue, await responded)
    await followed
    void renewUpdatedAt(tx, issue.id)
    return comment
  },
  update: async ({ params, body }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    const before = await lockOwn(part, issue, params.comment_id)
    await assertInternal(context, issue, body.visibility)
    const isShown = body.visibility === 'public' && before.visibility === 'internal'
    const parent = isShown && before.parent_id && (await commentStore.find(context.tx, before.parent_id))
    if (parent) assertNoLessHidden(body.visibility, parent)
    const isEdited = body.body !== undefined && body.body !== before.body
    const edited_at = isEdited ? context.clock.now().toISOString() : undefined
    const comment = await commentStore.update(part, before, { ...body, edited_at })
    if (comment.version === before.version) return comment
    const { tx } = context
    const { visibility } = comment
    await Promise.all([
      saveCommentText(tx, issue.id, comment),
      visibility !== before.visibility && showActivityOf(tx, issue.id, [comment.id], visibility),
    ])
    if (visibility === 'internal' && before.visibility === 'public')
      await hideAnswers(part, issue.id, comment.id)
    if (isShown) await recordResponse(context, issue, await respondTo(tx, issue.id, comment.author_id))
    await Promise.all([
      recordActivity(tx, issue.id, [
        { type: 'comment_edited', visibility, data: { comment_id: comment.id } },
      ]),
      renewUpdatedAt(tx, issue.id),
    ])
    return comment
  },
  delete: async ({ params }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    const { id, visibility } = await lockOwn(part, issue, params.comment_id)
    await Promise.all([
      commentStore.remove(part, id),
      dropText(context.tx, id),
      recordActivity(context.tx, issue.id, [
        { type: 'comment_deleted', visibility, data: { comment_id: id } },
      ]),
      renewUpdatedAt(context.tx, issue.id),
    ])
  },
})
