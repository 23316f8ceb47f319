import { asc, sql } from 'drizzle-orm'
import { build } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { Store } from '../../store/store.ts'
import { obstaclesOfApprover } from './issue-approvals.repository.ts'
import { issueApprovals } from './issue-approvals.table.ts'

export const approvalStore = new Store({
  table: issueApprovals,
  record: 'issue_approval',
  kind: 'owned',
  computed: { cannot_vote_because: obstaclesOfApprover.as('cannot_vote_because') },
})

/** The vote of one approver, as it is stored. */
export type ApprovalRow = Awaited<ReturnType<typeof approvalStore.get>>

/** The votes of an issue. The issue must be locked before a vote is changed. */
export const votesOf = (tx: Transaction, issue_id: string): Promise<ApprovalRow[]> =>
  tx.run(
    approvalStore.fixed('of issue', () =>
      build
        .select(approvalStore.selection())
        .from(approvalStore.from())
        .where(sql`${approvalStore.mine()} and ${issueApprovals.issue_id} = ${sql.placeholder('issue_id')}`)
        .orderBy(asc(issueApprovals.id)),
    ),
    { issue_id },
  )
