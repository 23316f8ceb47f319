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

/** Additional data of a request that is recorded with a change of an issue. */
export interface Remarks {
  readonly message?: string | undefined
  readonly notes?: string | undefined
  readonly transitionId?: string | undefined
  /** Names that have already been read. */
  readonly names?: Names
}

/** Names of the records that values of changes refer to. */
export interface Names {
  readonly customFields: readonly LabelledField[]
  /** Kind and id of every record that was looked up: `user 01J...`. */
  readonly requested: ReadonlySet<string>
  readonly found: ReadonlyMap<string, string>
}

const noNames: Names = { customFields: [], requested: new Set(), found: new Map() }

/** Reads the names of records that a change refers to before it is saved, so that recording it needs no further read. */
export async function readNames(
  reader: Reader,
  customFields: readonly LabelledField[],
  before: Version | undefined,
  after: Version,
): Promise<Names> {
  const changes = before ? changesOf(before, { ...before, ...definedOf(after) }) : changesOf(before, after)
  const named = namedBy(labellingsOf(changes, customFields))
  return { customFields, requested: new Set(named.map(keyOf)), found: await namesOf(reader, named) }
}

/** A change of an issue in the form that its history records. */
export interface IssueEvent {
  readonly action: 'created' | 'updated' | 'moved' | 'deleted'
  readonly id: string
  /** The version of the issue after the event, or the last version of a deleted issue. */
  readonly version: number
  readonly changes: readonly Change[]
}

/** Records the differences between two versions of an issue in the audit log and the activity, with the present names. */
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

/** Records an event of an issue in the audit log and the activity, with the present names. */
export async function recordIssueEvent(
  context: WriteContext,
  { action, id, version, changes }: IssueEvent,
  { message, notes, transitionId, names = noNames }: Remarks = {},
): Promise<void> {
  const labellings = labellingsOf(changes, await customFieldsFor(context.tx, changes, names))
  const missing = namedBy(labellings).filter((one) => !names.requested.has(keyOf(one)))
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
  // Not awaited: if one of these statements fails, COMMIT fails too.
  void ignoreUnhandled(recordActivity(context.tx, id, activityEntriesOf(action, labelledChanges, entryId)))
  void saveIssueText(context.tx, id)
}

/** The definitions of custom fields. They are read only if values of custom fields changed. */
async function customFieldsFor(
  reader: Reader,
  changes: readonly Change[],
  { customFields }: Names,
): Promise<readonly LabelledField[]> {
  if (customFields.length > 0 || !changes.some(({ field }) => isCustom(field))) return customFields
  return customFieldsOf(reader)
}

/** Each change with its labelling. */
const labellingsOf = (
  changes: readonly Change[],
  customFields: readonly LabelledField[],
): [Change, Labelling][] => changes.map((change) => [change, labellingOf(change.field, customFields)])

const keyOf = ([kind, value]: readonly [kind: string, value: string]) => `${kind} ${value}`

/** The ids and keys in the values of changes, each with the kind of record that it refers to. */
function namedBy(labellings: readonly [Change, Labelling][]): [kind: string, value: string][] {
  return labellings.flatMap(([{ from, to }, { kind }]) => {
    if (!isNamed(kind)) return []
    return [from, to]
      .flat()
      .flatMap((value): [string, string][] => (value === null ? [] : [[kind, String(value)]]))
  })
}

/** Members whose changes follow from other changes, so the activity does not contain them. */
const notInActivity = ['key', 'approval', 'first_responded_at', 'resolved_at', 'closed_at']

function activityEntriesOf(
  action: IssueEvent['action'],
  changes: readonly LabelledChange[],
  history_entry_id: string,
): ActivityEntry[] {
  if (action === 'created') return [{ type: 'issue_created' }]
  return changes
    .filter(({ field }) => !notInActivity.includes(field))
    .map((change) => {
      const { field, from, to, kind } = change
      if (field === 'status') return { type: 'status_changed', data: { from, to, ...namesIn(change) } }
      if (field === 'assignee_id') return { type: 'assigned', data: { from, to } }
      if (field === 'archived_at') return { type: to === null ? 'issue_restored' : 'issue_archived' }
      const data = { field, ...cutValues(change, history_entry_id), ...namesIn(change) }
      return { type: 'field_changed', data: { ...data, ...(kind ? { kind } : {}) } }
    })
}

/** The values of a change, truncated for the activity. Only the history stores the complete values. */
function cutValues(change: LabelledChange, history_entry_id: string): Readonly<Record<string, unknown>> {
  const { from, to, isCut } = cutChange(change)
  return isCut ? { from, to, is_cut: true, history_entry_id } : { from, to }
}

/** Members whose values are keys of the configuration. Every reader of issues may see the names of these records. */
const configured = ['status', 'issue_type', 'priority']

const namesIn = ({ field, from_label, to_label }: LabelledChange) =>
  configured.includes(field) ? { from_label, to_label } : {}
