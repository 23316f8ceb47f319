import type { IssueHistoryEntry } from '@commonhold/contract'
import type { Reader } from '../../db/statement.ts'
import type { IsVisible } from '../../store/named-records.ts'
import { type LabelledChange, labelOf } from '../fields/issue-history.rules.ts'
import { cutWords, wordsOnce } from '../fields/issue-history-cut.rules.ts'
import type { issueHistoryStore } from './issue-history.store.ts'
import { cutChange, seenChange, seenIn } from './issue-seen-changes.service.ts'
import { userNamesFor, withoutSignInNames } from './issue-user-labels.service.ts'

type AuditRow = Awaited<ReturnType<typeof issueHistoryStore.get>>

function actionOf({ action, operation }: AuditRow): IssueHistoryEntry['action'] {
  if (action !== 'moved') return action as 'created' | 'updated' | 'deleted'
  if (operation === 'archiveIssue') return 'archived'
  return operation === 'restoreIssue' ? 'restored' : 'transitioned'
}

const changesIn = (row: AuditRow): readonly LabelledChange[] => row.changes

/**
 * A change with its complete values. A long label that equals the value, as earlier releases stored it, is returned as null.
 */
const wholeChange = (seen: ReturnType<typeof seenChange>, { field, label }: LabelledChange) => ({
  ...seen,
  label: label ?? labelOf(field),
  from_label: seen.from_label === seen.from ? wordsOnce(seen.from_label) : seen.from_label,
  to_label: seen.to_label === seen.to ? wordsOnce(seen.to_label) : seen.to_label,
  is_cut: false,
})

/** Hides the keys that an issue had in projects hidden from the caller, because they begin with the keys of those projects. */
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

/** Entries of the history as the caller may see them, with complete values. */
export async function entriesOf(
  reader: Reader,
  issueId: string,
  rows: readonly AuditRow[],
): Promise<IssueHistoryEntry[]> {
  const changes = rows.flatMap(changesIn)
  const [isVisible, names] = await Promise.all([seenIn(reader, changes), userNamesFor(reader, changes)])
  return rows.map((row) => {
    const named = changesIn(row).map((change) => withoutSignInNames(change, names))
    return entryOf(row, named, issueId, isVisible)
  })
}

/** An entry as lists return it: long values are truncated, and `whole` is the path of the complete entry. */
export function cutEntry(entry: IssueHistoryEntry): IssueHistoryEntry {
  const changes = entry.changes.map((change) => {
    const { from, to, isCut } = cutChange(change)
    const labels = { from_label: cutWords(change.from_label), to_label: cutWords(change.to_label) }
    const areCut = labels.from_label !== change.from_label || labels.to_label !== change.to_label
    return { ...change, from, to, ...labels, is_cut: isCut || areCut }
  })
  const isCut = changes.some(({ is_cut }) => is_cut)
  return { ...entry, changes, whole: isCut ? `/issues/${entry.issue_id}/history/${entry.id}` : null }
}

function entryOf(
  row: AuditRow,
  changes: readonly LabelledChange[],
  issueId: string,
  isVisible: IsVisible,
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
    whole: null,
    changes: withoutHiddenKey(
      changes
        .filter((change) => change !== transition)
        .map((change) => wholeChange(seenChange(change, isVisible), change)),
    ),
  }
}
