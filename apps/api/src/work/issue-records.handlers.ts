import { contract, type IssueHistoryEntry } from '@commonhold/contract'
import { mayIn } from '../kernel/held-permissions.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import type { IsSeen } from '../kernel/named-records.ts'
import { problem } from '../kernel/problem.ts'
import { activitiesOf, activityStore } from './issue-conversation.store.ts'
import { labelOf, type ToldChange } from './issue-history.rules.ts'
import { historyOf, issueHistoryStore } from './issue-history.store.ts'
import { changedBy, seenChange, seenData, seenIn } from './issue-seen-changes.ts'
import { userNamesFor, withoutSignInNames } from './issue-user-labels.ts'
import { issueStore } from './issues.store.ts'

type AuditRow = Awaited<ReturnType<typeof issueHistoryStore.get>>

function actionOf({ action, operation }: AuditRow): IssueHistoryEntry['action'] {
  if (action !== 'moved') return action as 'created' | 'updated' | 'deleted'
  if (operation === 'archiveIssue') return 'archived'
  return operation === 'restoreIssue' ? 'restored' : 'transitioned'
}

const changesIn = (row: AuditRow): readonly ToldChange[] => row.changes

/** The key begins with the key of the project: who cannot see the project that the issue was in is not told either. */
function withoutHiddenKey<C extends { field: string; from: unknown; to: unknown }>(
  changes: readonly C[],
): C[] {
  const project = changes.find(({ field }) => field === 'project_id')
  return changes.map((change) =>
    project && change.field === 'key'
      ? {
          ...change,
          ...(project.from === null ? { from: null, from_label: null } : {}),
          ...(project.to === null ? { to: null, to_label: null } : {}),
        }
      : change,
  )
}

function entryOf(
  row: AuditRow,
  changes: readonly ToldChange[],
  issueId: string,
  isSeen: IsSeen,
): IssueHistoryEntry {
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
    changes: withoutHiddenKey(
      changes
        .filter((change) => change !== transition)
        .map((change) => ({ ...seenChange(change, isSeen), label: change.label ?? labelOf(change.field) })),
    ),
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
    const changes = rows.flatMap(changesIn)
    const [isSeen, names] = await Promise.all([seenIn(reader, changes), userNamesFor(reader, changes)])
    return rows.map((row) => {
      const named = changesIn(row).map((change) => withoutSignInNames(change, names))
      return entryOf(row, named, params.issue_id, isSeen)
    })
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
    const isSeen = await seenIn(context.reader, rows.flatMap(changedBy))
    return rows.map((row) => {
      const { kind: _, ...data } = row.data
      const [change] = changedBy(row)
      return { ...row, data: change ? { ...data, ...seenData(change, isSeen) } : data }
    })
  },
})
