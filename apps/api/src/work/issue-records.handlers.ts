import { contract, type IssueHistoryEntry } from '@commonhold/contract'
import { mayIn } from '../kernel/held-permissions.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { problem } from '../kernel/problem.ts'
import { activitiesOf, activityStore } from './issue-conversation.store.ts'
import { labelOf, type ToldChange } from './issue-history.rules.ts'
import { historyOf, issueHistoryStore } from './issue-history.store.ts'
import { issueStore } from './issues.store.ts'

type AuditRow = Awaited<ReturnType<typeof issueHistoryStore.get>>

function actionOf({ action, operation }: AuditRow): IssueHistoryEntry['action'] {
  if (action !== 'moved') return action as 'created' | 'updated' | 'deleted'
  if (operation === 'archiveIssue') return 'archived'
  return operation === 'restoreIssue' ? 'restored' : 'transitioned'
}

function entryOf(row: AuditRow, issueId: string): IssueHistoryEntry {
  const changes: readonly ToldChange[] = row.changes
  const transition = changes.find(({ field }) => field === 'transition_id')
  return {
    id: row.id,
    issue_id: issueId,
    action: actionOf(row),
    actor_id: row.actor_id,
    actor: row.actor,
    created_at: row.created_at,
    request_id: row.request_id,
    message: row.reason,
    transition_id: typeof transition?.to === 'string' ? transition.to : null,
    changes: changes
      .filter((change) => change !== transition)
      .map(({ label, from_label, to_label, ...change }) => ({
        ...change,
        label: label ?? labelOf(change.field),
        from_label: from_label ?? null,
        to_label: to_label ?? null,
      })),
  }
}

export const issueRecordHandlers = implement(contract.issueRecords, {
  history: async ({ params, query }, context) => {
    const { reader } = context
    const [rows, issue] = await Promise.all([
      listRecords(
        issueHistoryStore,
        context,
        contract.issueRecords.history.collection,
        query,
        historyOf(params.issue_id),
      ),
      issueStore.find(reader, params.issue_id),
    ])
    // Of an issue that is gone, or out of sight, whoever manages all issues reads on.
    if (!issue && (rows.length === 0 || !(await mayIn(reader, 'issues:manage', null))))
      throw problem('not_found')
    return rows.map((row) => entryOf(row, params.issue_id))
  },
  activity: async ({ params, query }, context) => {
    const [rows] = await Promise.all([
      listRecords(
        activityStore,
        context,
        contract.issueRecords.activity.collection,
        query,
        activitiesOf(params.issue_id),
      ),
      issueStore.get(context.reader, params.issue_id),
    ])
    return rows
  },
})
