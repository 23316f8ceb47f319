import { sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { changedAt } from '../../db/columns.ts'
import { ignoreUnhandled, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { WriteContext } from '../../store/context.ts'
import { hideTexts, saveCommentText } from '../fields/issue-texts.repository.ts'
import { addWatcher, recordActivity } from '../issues/issue-parts.repository.ts'
import { commentStore } from './issue-conversation.store.ts'

const responded = sqlStatement<{ first_responded_at: string }>(sql`
  update issues set first_responded_at = statement_timestamp()
   where tenant_id = ${tenantId} and id = ${sql.placeholder('issue_id')}
     and first_responded_at is null and reporter_id is distinct from ${sql.placeholder('author_id')}::text
  returning first_responded_at`)

/** When the issue was responded to, where a public comment of the author does so. */
export const respondTo = (
  tx: Transaction,
  issue_id: string,
  author_id: string | null,
): Promise<string | undefined> =>
  ignoreUnhandled(tx.first(responded, { issue_id, author_id }).then((row) => row?.first_responded_at))

/** What follows from a new comment, beside that it may be a response. */
export const followComment = (
  context: WriteContext,
  issue_id: string,
  author_id: string,
  comment: { readonly id: string; readonly body: string; readonly visibility: 'public' | 'internal' },
) =>
  Promise.all([
    saveCommentText(context.tx, issue_id, comment),
    addWatcher(
      context,
      issue_id,
      author_id,
      comment.visibility === 'internal' ? 'internal_commenter' : 'commenter',
    ),
    recordActivity(context.tx, issue_id, [
      { type: 'comment_added', visibility: comment.visibility, data: { comment_id: comment.id } },
    ]),
  ])

const shown = sqlStatement<unknown>(sql`
  update issue_activities set visibility = ${sql.placeholder('visibility')}
   where tenant_id = ${tenantId} and issue_id = ${sql.placeholder('issue_id')}
     and type in ('comment_added', 'comment_edited') and data->>'comment_id' = any(${sql.placeholder('ids')}::text[])`)

/** Shows the activity of comments to the users who may read them now. */
export const showActivityOf = (
  tx: Transaction,
  issue_id: string,
  ids: readonly string[],
  visibility: 'public' | 'internal',
) => tx.run(shown, { issue_id, ids, visibility })

const lockAnswers = sqlStatement<{ id: string }>(sql`
  select id from issue_comments where tenant_id = ${tenantId}
     and issue_id = ${sql.placeholder('issue_id')} and parent_id = any(${sql.placeholder('ids')}::text[]) order by id for update`)
const hide = sqlStatement<{ id: string; version: number }>(sql`
  update issue_comments set visibility = 'internal', version = version + 1, updated_at = ${changedAt}
   where tenant_id = ${tenantId} and id = any(${sql.placeholder('ids')}::text[]) and visibility = 'public'
  returning id, version`)

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/**
 * Makes whatever answers a locked comment internal, answers to answers included. Who answers locks the comment first, so
 * that none is overlooked.
 */
export async function hideAnswers({ tx, audit }: WriteContext, issue_id: string, id: string): Promise<void> {
  const changes = [{ field: 'visibility', from: 'public', to: 'internal' }]
  const { record: recordType } = commentStore.spec
  const answersTo = async (ids: readonly string[]) => idsOf(await tx.run(lockAnswers, { issue_id, ids }))
  for (let ids = await answersTo([id]); ids.length > 0; ids = await answersTo(ids)) {
    const rows = await tx.run(hide, { ids })
    audit(
      rows.map(({ id: recordId, version }) => ({
        action: 'updated',
        recordType,
        recordId,
        version,
        changes,
      })),
    )
    const hidden = idsOf(rows)
    await Promise.all([hideTexts(tx, hidden), showActivityOf(tx, issue_id, hidden, 'internal')])
  }
  await tx.run(hideCommenters, { issue_id })
}

/** Whose public comments have become internal is not shown as a commenter any more. */
const hideCommenters = sqlStatement<unknown>(sql`
  update issue_watchers w set reason = 'manual'
   where w.tenant_id = ${tenantId} and w.issue_id = ${sql.placeholder('issue_id')}
     and w.reason = 'commenter'
     and not exists (select from issue_comments c where c.tenant_id = w.tenant_id and c.issue_id = w.issue_id
                        and c.author_id = w.id and c.visibility = 'public')`)

/** Adds a public comment of the user of the request, who may write to the issue. Its statements are sent at once. */
export function addComment(context: WriteContext, issue_id: string, body: string): Promise<unknown> {
  const { userId: author_id } = context.actor
  const comment = { id: newId(), body, visibility: 'public' as const }
  // The comment's project is the issue's.
  const authorized = async () => ({ ...(await context.authorized()), projectIds: null })
  return Promise.all([
    commentStore.insert({ ...context, authorized }, { ...comment, issue_id, author_id }, comment.id),
    respondTo(context.tx, issue_id, author_id),
    followComment(context, issue_id, author_id, comment),
  ])
}
