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

/**
 * Stores the time of the first response, if a public comment of the author is one, and returns it. Returns undefined if there
 * was a response before, or if the author is the reporter.
 */
export const respondTo = (
  tx: Transaction,
  issue_id: string,
  author_id: string | null,
): Promise<string | undefined> =>
  ignoreUnhandled(tx.first(responded, { issue_id, author_id }).then((row) => row?.first_responded_at))

/** Adds a new comment to the search index and the activity, and its author to the watchers. */
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

/** Gives the activity entries of comments the visibility of the comments. */
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
 * Makes all answers to a locked comment internal, including answers to answers. A request that adds an answer locks the
 * comment first, so no answer is missed.
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

/** Watchers without a public comment get the reason `manual`, because `commenter` would reveal their internal comments. */
const hideCommenters = sqlStatement<unknown>(sql`
  update issue_watchers w set reason = 'manual'
   where w.tenant_id = ${tenantId} and w.issue_id = ${sql.placeholder('issue_id')}
     and w.reason = 'commenter'
     and not exists (select from issue_comments c where c.tenant_id = w.tenant_id and c.issue_id = w.issue_id
                        and c.author_id = w.id and c.visibility = 'public')`)

/**
 * Adds a public comment by the user of the request, who must be allowed to write to the issue. Sends all statements together.
 */
export function addComment(context: WriteContext, issue_id: string, body: string): Promise<unknown> {
  const { userId: author_id } = context.actor
  const comment = { id: newId(), body, visibility: 'public' as const }
  // The limit to projects was checked for the issue.
  const authorized = async () => ({ ...(await context.authorized()), projectIds: null })
  return Promise.all([
    commentStore.insert({ ...context, authorized }, { ...comment, issue_id, author_id }, comment.id),
    respondTo(context.tx, issue_id, author_id),
    followComment(context, issue_id, author_id, comment),
  ])
}
