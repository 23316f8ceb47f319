import type { Issue } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { newId } from '../../base/ids.ts'
import { ignoreUnhandled, type Reader } from '../../db/statement.ts'
import type { Change } from '../../store/audit.ts'
import type { WriteContext } from '../../store/context.ts'
import { customFieldsOf } from '../configuration/issue-fields.repository.ts'
import {
  changesOf,
  isCustom,
  type LabelledChange,
  type LabelledField,
  type Labelling,
  labelled,
  labellingOf,
  type Version,
} from '../fields/issue-history.rules.ts'
import { saveIssueText } from '../fields/issue-texts.repository.ts'
import { isNamed, namesOf } from '../issues/issue-names.repository.ts'
import { type ActivityEntry, recordActivity } from '../issues/issue-parts.repository.ts'
import { cutChange } from './issue-seen-changes.service.ts'

/** What a request gives with a change of an issue. */
export interface Remarks {
  readonly message?: string | undefined
  readonly notes?: string | undefined
  readonly transitionId?: string | undefined
  /** Names that were read before. */
  readonly names?: Names
}

/** Names for the values of changes. */
export interface Names {
  readonly customFields: readonly LabelledField[]
  /** What was looked up: `user 01J...`. */
  readonly asked: ReadonlySet<string>
  readonly found: ReadonlyMap<string, string>
}

const noNames: Names = { customFields: [], asked: new Set(), found: new Map() }

/** Reads the names of the records in which a version that is about to be saved differs, to record the change without waiting. */
export async function readNames(
  reader: Reader,
  customFields: readonly LabelledField[],
  before: Version | undefined,
  after: Version,
): Promise<Names> {
  const changes = before ? changesOf(before, { ...before, ...definedOf(after) }) : changesOf(before, after)
  const named = namedBy(labellingsOf(changes, customFields))
  return { customFields, asked: new Set(named.map(keyOf)), found: await namesOf(reader, named) }
}

/** What was decided about an issue, as its history records it. */
export interface IssueEvent {
  readonly action: 'created' | 'updated' | 'moved' | 'deleted'
  readonly id: string
  /** The version of the issue after the event; of a deleted issue its last. */
  readonly version: number
  readonly changes: readonly Change[]
}

/** Records in audit log and activity what distinguishes two versions of an issue, with names as they are now. */
export async function recordIssueChange(
  context: WriteContext,
  action: IssueEvent['action'],
  before: Issue | undefined,
  after: Issue | undefined,
  remarks?: Remarks,
): Promise<void> {
  const issue = after ?? before
  if (!issue) throw new Error('a change is of some issue')
  const { id, version } = issue
  await recordIssueEvent(context, { action, id, version, changes: changesOf(before, after) }, remarks)
}

/** Records an event of an issue in audit log and activity, with names as they are now. */
export async function recordIssueEvent(
  context: WriteContext,
  { action, id, version, changes }: IssueEvent,
  { message, notes, transitionId, names = noNames }: Remarks = {},
): Promise<void> {
  const labellings = labellingsOf(changes, await customFieldsFor(context.tx, changes, names))
  const missing = namedBy(labellings).filter((one) => !names.asked.has(keyOf(one)))
  const found = new Map([...names.found, ...(await namesOf(context.tx, missing))])
  const nameOf = (kind: string, value: string) => found.get(keyOf([kind, value]))
  const labelledChanges = labellings.map(([change, labelling]) => labelled(change, labelling, nameOf))
  const entryId = newId()
  const transition = transitionId ? [{ field: 'transition_id', from: null, to: transitionId }] : []
  context.audit({
    id: entryId,
    action,
    recordType: 'issue',
    recordId: id,
    version,
    reason: message,
    notes,
    changes: [...labelledChanges, ...transition],
  })
  if (action === 'deleted') return
  // Not awaited: COMMIT fails where one of them does.
  void ignoreUnhandled(recordActivity(context.tx, id, activityEntriesOf(action, labelledChanges, entryId)))
  void saveIssueText(context.tx, id)
}

/** The definitions of custom fields, where values of them changed. */
async function customFieldsFor(
  reader: Reader,
  changes: readonly Change[],
  { customFields }: Names,
): Promise<readonly LabelledField[]> {
  if (customFields.length > 0 || !changes.some(({ field }) => isCustom(field))) return customFields
  return customFieldsOf(reader)
}

/** Changes, each with how it is labelled. */
const labellingsOf = (
  changes: readonly Change[],
  customFields: readonly LabelledField[],
): [Change, Labelling][] => changes.map((change) => [change, labellingOf(change.field, customFields)])

const keyOf = ([kind, value]: readonly [kind: string, value: string]) => `${kind} ${value}`

/** Ids and keys in the values of changes, by what they name. */
function namedBy(labellings: readonly [Change, Labelling][]): [kind: string, value: string][] {
  return labellings.flatMap(([{ from, to }, { kind }]) => {
    if (!isNamed(kind)) return []
    return [from, to]
      .flat()
      .flatMap((value): [string, string][] => (value === null ? [] : [[kind, String(value)]]))
  })
}

/** Follow from others, and are left out of the activity. */
const silent = ['key', 'approval', 'first_responded_at', 'resolved_at', 'closed_at']

function activityEntriesOf(
  action: IssueEvent['action'],
  changes: readonly LabelledChange[],
  history_entry_id: string,
): ActivityEntry[] {
  if (action === 'created') return [{ type: 'issue_created' }]
  return changes
    .filter(({ field }) => !silent.includes(field))
    .map((change) => {
      const { field, from, to, kind } = change
      if (field === 'status') return { type: 'status_changed', data: { from, to, ...namesIn(change) } }
      if (field === 'assignee_id') return { type: 'assigned', data: { from, to } }
      if (field === 'archived_at') return { type: to === null ? 'issue_restored' : 'issue_archived' }
      const data = { field, ...cutSides(change, history_entry_id), ...namesIn(change) }
      return { type: 'field_changed', data: { ...data, ...(kind ? { kind } : {}) } }
    })
}

/** Values are kept whole once, in the history. */
function cutSides(change: LabelledChange, history_entry_id: string): Readonly<Record<string, unknown>> {
  const { from, to, isCut } = cutChange(change)
  return isCut ? { from, to, is_cut: true, history_entry_id } : { from, to }
}

/** Members whose values are keys of the configuration, which whoever reads issues may see by its names. */
const configured = ['status', 'issue_type', 'priority']

const namesIn = ({ field, from_label, to_label }: LabelledChange) =>
  configured.includes(field) ? { from_label, to_label } : {}
