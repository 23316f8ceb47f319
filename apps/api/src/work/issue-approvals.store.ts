import { sql } from 'drizzle-orm'
import { sqlStatement } from '../kernel/statement.ts'
import { Store } from '../kernel/store.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { issueApprovals } from './issue-approvals.table.ts'

export const approvalStore = new Store({
  table: issueApprovals,
  record: 'issue_approval',
  kind: 'owned',
})

/** The vote of one approver, as it is stored. */
export type ApprovalRow = Awaited<ReturnType<typeof approvalStore.get>>

const ofIssue = sqlStatement<{ id: string }>(sql`
  select a.id from issue_approvals a
   where a.tenant_id = current_setting('app.tenant_id') and a.issue_id = ${sql.placeholder('issue_id')} order by a.id`)

/** The votes of an issue. Whoever changes one locks the issue first. */
export async function votesOf(tx: Transaction, issue_id: string): Promise<ApprovalRow[]> {
  const ids = await tx.run(ofIssue, { issue_id })
  return Promise.all(ids.map(({ id }) => approvalStore.get(tx, id)))
}
