import type { Issue, IssueUpdate } from '@commonhold/contract'
import { isSameValue } from '../../base/same-value.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { projectStore } from '../../system/projects.store.ts'
import { addComment } from '../conversation/issue-comments.repository.ts'
import { saveMentions } from '../conversation/issue-mentions.repository.ts'
import { readNames, recordIssueChange } from '../conversation/issue-recording.service.ts'
import { approversOf } from '../issues/issue-approvals.rules.ts'
import { saveFieldValues } from '../issues/issue-custom-fields.service.ts'
import { insertFormerKey } from '../issues/issue-former-keys.repository.ts'
import { addWatcher, newNumber, setRelations, touchIssue } from '../issues/issue-parts.repository.ts'
import { issueOf, priorityColumns, statusColumns, typeColumns } from '../issues/issue-record.rules.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { settleRepairOf } from '../repairs/issue-repairs.service.ts'
import { saveVotes } from './issue-approvals.service.ts'
import { isConverted, type PlannedChange } from './issue-change-plan.rules.ts'
import { columnsOf } from './issue-patch.rules.ts'

/** Saves a change and records the differences in the history of the issue. Without differences, records nothing. */
export async function saveChange(context: WriteContext, change: PlannedChange): Promise<Issue> {
  const { tx } = context
  const { before, given, statusChange, comment, configuration, type } = change
  const row = rowOf(change, await placeIn(context, before, given))
  const updating = ignoreUnhandled(issueStore.update(withoutAudit(context), before, row))
  if (changesVotes(change))
    await saveVotes(context, before.id, change.details, change.approval.isRequestedAgain)
  const saving = ignoreUnhandled(saveParts(context, change))
  // This read is queued behind the writes of the parts, so it returns the issue with them.
  const reloading = ignoreUnhandled(issueStore.get(tx, before.id))
  const names = ignoreUnhandled(
    readNames(tx, configuration.customFields, issueOf(before), { ...row, ...partsOf(change) }),
  )
  const updated = await updating
  await saving
  if (type.subtype === 'repair') await settleRepairOf(context, before, updated)
  const reloaded = await reloading
  const isSame = updated === before && parts.every((part) => isSameValue(reloaded[part], before[part]))
  if (isSame) return issueOf(reloaded)
  if (updated === before) await touchIssue(tx, before.id)
  const after = issueOf(updated === before ? await issueStore.get(tx, before.id) : reloaded)
  await recordIssueChange(context, statusChange.move ? 'moved' : 'updated', issueOf(before), after, {
    message: given.change_message,
    notes: comment,
    transitionId: statusChange.move?.transition.id,
    names: await names,
  })
  return after
}

/** Members of an issue that are stored in other tables. */
const parts = ['labels', 'asset_ids', 'configuration_item_ids'] as const

const partsOf = ({ patch: { labels, asset_ids, configuration_item_ids } }: PlannedChange) => ({
  labels,
  asset_ids,
  configuration_item_ids,
})

/** The columns of the issue's own row. */
const rowOf = (change: PlannedChange, place: Place | undefined) => ({
  ...columnsOf(change.patch),
  ...place,
  ...(isConverted(change) ? typeColumns(change.type) : {}),
  ...(change.statusChange.to ? { ...statusColumns(change.statusChange.to), ...change.times } : {}),
  ...(change.patch.resolution === undefined ? {} : { resolution: change.patch.resolution }),
  ...(change.priority ? priorityColumns(change.priority) : {}),
  details: change.details,
  custom_fields: change.custom.values,
})

interface Place {
  readonly project_id: string
  readonly number: number
  readonly key: string
}

/** The number and the key of an issue that moves to another project; undefined if it stays in its project. */
async function placeIn(
  { tx }: WriteContext,
  before: IssueRow,
  { project_id }: IssueUpdate,
): Promise<Place | undefined> {
  if (project_id === undefined || project_id === before.project_id) return undefined
  const project = await projectStore.reference(tx, 'project_id', project_id)
  const number = await newNumber(tx, project_id)
  return { project_id, number, key: `${project.key}-${number}` }
}

/** True if the approvers must vote again, or the approvers change. */
const changesVotes = ({ before, details, approval }: PlannedChange): boolean =>
  approval.isRequestedAgain || String(approversOf(before.details)) !== String(approversOf(details))

/** Saves the parts that are stored in other tables; sends the statements together. */
async function saveParts(context: WriteContext, change: PlannedChange): Promise<void> {
  const { tx } = context
  const { before, given, patch, details, custom, comment } = change
  const isNaming = isConverted(change) || patch.details || custom.stored.length > 0
  const isElsewhere = given.project_id !== undefined && given.project_id !== before.project_id
  await Promise.all([
    ...(comment ? [addComment(context, before.id, comment)] : []),
    setRelations(tx, before.id, patch),
    saveFieldValues(tx, before.id, custom.stored),
    ...(isNaming ? [saveMentions(tx, before.id, details)] : []),
    ...(isElsewhere ? [insertFormerKey(tx, before.key, before.id)] : []),
    ...(patch.assignee_id ? [addWatcher(context, before.id, patch.assignee_id, 'assignee')] : []),
  ])
}
