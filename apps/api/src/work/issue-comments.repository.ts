import { sql } from 'drizzle-orm'
import { newId } from '../kernel/ids.ts'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { noteActivity } from './issue-parts.repository.ts'
import { saveCommentText } from './issue-texts.repository.ts'

const insert = sqlStatement<unknown>(sql`
  insert into issue_comments (id, issue_id, author_id, body, visibility, parent_id)
  values (${sql.placeholder('id')}, ${sql.placeholder('issue_id')}, current_setting('app.user_id'),
          ${sql.placeholder('body')}, ${sql.placeholder('visibility')}, ${sql.placeholder('parent_id')})`)

const responded = sqlStatement<unknown>(sql`
  update issues set first_responded_at = now()
   where tenant_id = current_setting('app.tenant_id') and id = ${sql.placeholder('issue_id')}
     and first_responded_at is null and reporter_id is distinct from current_setting('app.user_id')`)

const watchAsCommenter = sqlStatement<unknown>(sql`
  insert into issue_watchers (issue_id, id, reason)
  values (${sql.placeholder('issue_id')}, current_setting('app.user_id'), 'commenter') on conflict do nothing`)

/** A comment before it is stored. */
export interface NewComment {
  readonly body: string
  readonly visibility: 'public' | 'internal'
  readonly parent_id: string | null
}

/** What follows from a new comment: the first public one of somebody else than the reporter is a response. */
export const followComment = (
  tx: Transaction,
  issue_id: string,
  comment: { readonly id: string; readonly body: string; readonly visibility: 'public' | 'internal' },
) =>
  Promise.all([
    ...(comment.visibility === 'public' ? [tx.run(responded, { issue_id })] : []),
    saveCommentText(tx, issue_id, comment),
    tx.run(watchAsCommenter, { issue_id }),
    noteActivity(tx, issue_id, [
      { type: 'comment_added', visibility: comment.visibility, data: { comment_id: comment.id } },
    ]),
  ])

/** Adds a comment of the user of the request. */
export async function addComment(tx: Transaction, issue_id: string, comment: NewComment): Promise<string> {
  const id = newId()
  await Promise.all([
    tx.run(insert, { ...comment, id, issue_id }),
    followComment(tx, issue_id, { ...comment, id }),
  ])
  return id
}
