import type { IssueWatcher } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { userLabel } from '../../db/user-label.ts'

const find = sqlStatement<IssueWatcher>(sql`
  select w.id, w.issue_id, w.id as user_id, w.reason, w.added_by, w.created_at,
         jsonb_build_object('id', u.id, 'display_name', ${userLabel}) as user
    from issue_watchers w join users u on u.id = w.id
   where w.tenant_id = ${tenantId} and w.issue_id = ${sql.placeholder('issue_id')}
     and w.id = ${sql.placeholder('id')}`)

/** A watcher of an issue. Throws if the user does not watch the issue. */
export async function findWatcher(tx: Transaction, issue_id: string, id: string): Promise<IssueWatcher> {
  const found = await tx.first(find, { issue_id, id })
  if (!found) throw new Error('the watcher was deleted in the transaction that added it')
  return found
}

const remove = sqlStatement<{ id: string }>(sql`
  delete from issue_watchers where tenant_id = ${tenantId}
     and issue_id = ${sql.placeholder('issue_id')} and id = ${sql.placeholder('id')} returning id`)

/** Removes a watcher of an issue. Returns false if the user did not watch it. */
export const removeWatcher = async (tx: Transaction, issue_id: string, id: string) =>
  (await tx.first(remove, { issue_id, id })) !== undefined
