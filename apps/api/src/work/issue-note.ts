import type { Issue } from '@commonhold/contract'
import type { Change } from '../kernel/audit.ts'
import type { WriteContext } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import type { Reader } from '../kernel/statement.ts'
import { customFieldsOf } from './issue-fields.repository.ts'
import { changesOf, isCustom, type Telling, type ToldChange, tellingOf, told } from './issue-history.rules.ts'
import { isNamed, namesOf } from './issue-names.repository.ts'
import { type Deed, noteActivity } from './issue-parts.repository.ts'
import { cutChange } from './issue-seen-changes.ts'
import { saveIssueText } from './issue-texts.repository.ts'

/** What is said with a change of an issue. */
export interface Said {
  readonly message?: string | undefined
  readonly notes?: string | undefined
  readonly transitionId?: string | undefined
  /** Votes of approvers. */
  readonly votes?: readonly Change[]
}

/** Notes in audit log and activity what distinguishes two versions of an issue, with names as they are now. */
export async function noteIssue(
  context: WriteContext,
  action: 'created' | 'updated' | 'moved' | 'deleted',
  before: Issue | undefined,
  after: Issue | undefined,
  said: Said = {},
): Promise<void> {
  const id = (after ?? before)?.id
  if (!id) throw new Error('a change is of some issue')
  const changes = [...(said.votes ?? []), ...changesOf(before, after)]
  const tellings = await tellingsOf(context.tx, changes)
  const names = await namesOf(context.tx, namedBy(tellings))
  const nameOf = (kind: string, value: string) => names.get(`${kind} ${value}`)
  const toldChanges = tellings.map(([change, telling]) => told(change, telling, nameOf))
  const entryId = newId()
  const transition = said.transitionId ? [{ field: 'transition_id', from: null, to: said.transitionId }] : []
  context.audit({
    id: entryId,
    action,
    recordType: 'issue',
    recordId: id,
    reason: said.message,
    notes: said.notes,
    changes: [...toldChanges, ...transition],
  })
  if (!after) return
  await Promise.all([
    noteActivity(context.tx, id, deedsOf(before, toldChanges, entryId)),
    saveIssueText(context.tx, id),
  ])
}

/** Changes, each with how it is told; definitions are read where fields of the tenant's own changed. */
async function tellingsOf(reader: Reader, changes: readonly Change[]): Promise<[Change, Telling][]> {
  const customFields = changes.some(({ field }) => isCustom(field)) ? await customFieldsOf(reader) : []
  return changes.map((change) => [change, tellingOf(change.field, customFields)])
}

/** Ids and keys in the values of changes, by what they name. */
function namedBy(tellings: readonly [Change, Telling][]): [kind: string, value: string][] {
  return tellings.flatMap(([{ from, to }, { kind }]) => {
    if (!isNamed(kind)) return []
    return [from, to]
      .flat()
      .flatMap((value): [string, string][] => (value === null ? [] : [[kind, String(value)]]))
  })
}

/** Follow from others, and are not told twice in the activity. */
const silent = ['key', 'approval', 'first_responded_at', 'resolved_at', 'closed_at']

function deedsOf(
  before: Issue | undefined,
  changes: readonly ToldChange[],
  history_entry_id: string,
): Deed[] {
  if (!before) return [{ type: 'issue_created' }]
  return changes
    .filter(({ field }) => !silent.includes(field))
    .map((change) => {
      const { field, from, to, kind } = change
      if (field === 'status') return { type: 'status_changed', data: { from, to, ...namesIn(change) } }
      if (field === 'assignee_id') return { type: 'assigned', data: { from, to } }
      if (field === 'archived_at') return { type: to === null ? 'issue_restored' : 'issue_archived' }
      const told = { field, ...cutSides(change, history_entry_id), ...namesIn(change) }
      return { type: 'field_changed', data: { ...told, ...(kind ? { kind } : {}) } }
    })
}

/** Values are kept whole once, in the history. */
function cutSides(change: ToldChange, history_entry_id: string): Readonly<Record<string, unknown>> {
  const { from, to, isCut } = cutChange(change)
  return isCut ? { from, to, is_cut: true, history_entry_id } : { from, to }
}

/** Members whose values are keys of the configuration, which whoever reads issues may see by its names. */
const configured = ['status', 'issue_type', 'priority']

const namesIn = ({ field, from_label, to_label }: ToldChange) =>
  configured.includes(field) ? { from_label, to_label } : {}
