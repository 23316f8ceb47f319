import { sql } from 'drizzle-orm'
import type { WriteContext } from '../kernel/context.ts'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { commentStore } from './issue-conversation.store.ts'
import { addWatcher, noteActivity } from './issue-parts.repository.ts'
import { saveCommentText } from './issue-texts.repository.ts'

const responded = sqlStatement<{ first_responded_at: string }>(sql`
  update issues set first_responded_at = now()
   where tenant_id = current_setting('app.tenant_id') and id = ${sql.placeholder('issue_id')}
     and first_responded_at is null and reporter_id is distinct from current_setting('app.user_id')
  returning first_responded_at`)

/** When the issue was responded to, where a public comment of the user of the request does so. */
export const respondTo = async (tx: Transaction, issue_id: string) =>
  (await tx.first(responded, { issue_id }))?.first_responded_at

/** What follows from a new comment, beside that it may be a response. */
export const followComment = (
  context: WriteContext,
  issue_id: string,
  author_id: string,
  comment: { readonly id: string; readonly body: string; readonly visibility: 'public' | 'internal' },
) =>
  Promise.all([
    saveCommentText(context.tx, issue_id, comment),
    addWatcher(context, issue_id, author_id, 'commenter'),
    noteActivity(context.tx, issue_id, [
      { type: 'comment_added', visibility: comment.visibility, data: { comment_id: comment.id } },
    ]),
  ])

const shown = sqlStatement<unknown>(sql`
  update issue_activities set visibility = ${sql.placeholder('visibility')}
   where tenant_id = current_setting('app.tenant_id') and issue_id = ${sql.placeholder('issue_id')}
     and type in ('comment_added', 'comment_edited') and data->>'comment_id' = ${sql.placeholder('id')}`)

/** Tells of a comment in the activity to those who may read it now. */
export const showActivityOf = (
  tx: Transaction,
  issue_id: string,
  { id, visibility }: { readonly id: string; readonly visibility: 'public' | 'internal' },
) => tx.run(shown, { issue_id, id, visibility })

const answers = sqlStatement<{ id: string }>(sql`
  select id from issue_comments where tenant_id = current_setting('app.tenant_id')
     and issue_id = ${sql.placeholder('issue_id')} and parent_id = any(${sql.placeholder('ids')}::text[]) order by id`)

/**
 * Makes whatever answers a locked comment internal, answers to answers included. Who answers locks the comment first, so
 * that none is overlooked.
 */
export async function hideAnswers(context: WriteContext, issue_id: string, id: string): Promise<void> {
  const { tx } = context
  for (let ids = [id]; ids.length > 0; ) {
    const found = await tx.run(answers, { issue_id, ids })
    ids = found.map((answer) => answer.id)
    for (const answer of ids) {
      const before = await tx.first(commentStore.lockStatement(), { id: answer })
      if (before?.visibility !== 'public') continue
      const hidden = await commentStore.update(context, before, { visibility: 'internal' })
      await Promise.all([saveCommentText(tx, issue_id, hidden), showActivityOf(tx, issue_id, hidden)])
    }
  }
}

/** Adds a public comment of the user of the request, who may write to the issue. */
export async function addComment(context: WriteContext, issue_id: string, body: string): Promise<void> {
  const { actor } = context
  // The comment's project is the issue's.
  const entered = async () => ({ ...(await context.entered()), projectIds: null })
  const comment = await commentStore.insert(
    { ...context, entered },
    { issue_id, author_id: actor.userId, body, visibility: 'public' },
  )
  await respondTo(context.tx, issue_id)
  await followComment(context, issue_id, actor.userId, comment)
}
