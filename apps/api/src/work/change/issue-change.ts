import type { Issue, IssueUpdate } from '@commonhold/contract'
import { invalid } from '../../base/problem.ts'
import { isSameValue } from '../../base/same-value.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { withKeysOfIssue, withoutFormerNames } from '../configuration/issue-named.ts'
import { addComment } from '../conversation/issue-comments.repository.ts'
import { saveMentions } from '../conversation/issue-mentions.repository.ts'
import { recordIssueChange } from '../conversation/issue-recording.ts'
import { approversOf } from '../issues/issue-approvals.rules.ts'
import { withNamed } from '../issues/issue-body-errors.ts'
import { assertUnique, saveFieldValues } from '../issues/issue-custom-fields.ts'
import { insertFormerKey } from '../issues/issue-former-keys.repository.ts'
import { addWatcher, setSides, touchIssue } from '../issues/issue-parts.repository.ts'
import { issueOf, priorityColumns, statusColumns, typeColumns } from '../issues/issue-record.rules.ts'
import { assertChangeType, assertStandardPlan } from '../issues/issue-references.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { settleRepairOf } from '../repairs/issue-repairs.ts'
import { saveVotes } from './issue-approvals.ts'
import { assertApproversChange } from './issue-approvers.ts'
import { errorsOfChange } from './issue-change-errors.ts'
import { isConverted, type PlannedChange, planChange } from './issue-change-plan.ts'
import type { Wanted } from './issue-moves.ts'
import { changedIn, columnsOf, placeIn } from './issue-patch.ts'

export { lockIssue } from '../issues/issue-lock.ts'

/** What comes with a change beyond the members of the issue. */
export interface Circumstances {
  readonly wanted?: Wanted
  readonly comment?: string | undefined
}

/** Changes a locked issue and moves it where requested: everything or nothing, with one entry in its history. */
export async function changeIssue(
  context: WriteContext,
  before: IssueRow,
  asked: IssueUpdate,
  { wanted, comment }: Circumstances = {},
): Promise<Issue> {
  const given = await withKeysOfIssue(context.tx, withoutFormerNames(asked, before))
  const planned = await planChange(context, { before, given, wanted, comment })
  const errors = await errorsOfChange(context, planned)
  if (errors.length > 0) throw invalid(...(await withNamed(context, errors, changedIn(before, given))))
  const checks = [
    assertApproversChange(context, before, given.details),
    assertChangeType(context, before, given.details),
    assertStandardPlan(context, before, given, planned.way.to !== undefined),
    assertUnique(context.tx, planned.custom.stored, before.id),
  ].map(ignoreUnhandled)
  for (const check of checks) await check
  const row = await saveRow(context, planned)
  await saveVotesAndComment(context, planned)
  const saving = [saveParts(context, planned, row), settleRepairOf(context, before, row)].map(ignoreUnhandled)
  // Its read is sent behind the parts, and so finds the issue with them.
  const issue = await reloadAndRecord(context, planned, row)
  for (const saved of saving) await saved
  return issue
}

/** Saves what is stored in the issue's own row. */
async function saveRow(context: WriteContext, planned: PlannedChange): Promise<IssueRow> {
  const { before, given, patch, type, way, priority, details, custom, times } = planned
  return issueStore.update(withoutAudit(context), before, {
    ...columnsOf(patch),
    ...(await placeIn(context, before, given)),
    ...(isConverted(planned) ? typeColumns(type) : {}),
    ...(way.to ? { ...statusColumns(way.to), ...times } : {}),
    ...(patch.resolution === undefined ? {} : { resolution: patch.resolution }),
    ...(priority ? priorityColumns(priority) : {}),
    details,
    custom_fields: custom.values,
  })
}

/** Saves what is read before it is written. */
async function saveVotesAndComment(context: WriteContext, planned: PlannedChange): Promise<void> {
  const { before, details, comment, approval } = planned
  const isOfOthers = String(approversOf(before.details)) !== String(approversOf(details))
  await Promise.all([
    ...(approval.isAskedAnew || isOfOthers
      ? [saveVotes(context, before.id, details, approval.isAskedAnew)]
      : []),
    ...(comment ? [addComment(context, before.id, comment)] : []),
  ])
}

/** Saves what is stored in other tables than the issue's own; sent at once. */
async function saveParts(context: WriteContext, planned: PlannedChange, row: IssueRow): Promise<void> {
  const { tx } = context
  const { before, patch, details, custom } = planned
  const isNaming = isConverted(planned) || patch.details || custom.stored.length > 0
  await Promise.all([
    setSides(tx, before.id, patch),
    saveFieldValues(tx, before.id, custom.stored),
    ...(isNaming ? [saveMentions(tx, before.id, details)] : []),
    ...(row.key === before.key ? [] : [insertFormerKey(tx, before.key, before.id)]),
    ...(patch.assignee_id ? [addWatcher(context, before.id, patch.assignee_id, 'assignee')] : []),
  ])
}

/** Reads the issue again and records in its history what changed; nothing where nothing did. */
async function reloadAndRecord(
  context: WriteContext,
  { before, given, way: { move }, comment }: PlannedChange,
  row: IssueRow,
): Promise<Issue> {
  const { tx } = context
  const reloaded = await issueStore.get(tx, row.id)
  const parts = ['labels', 'asset_ids', 'configuration_item_ids'] as const
  const areSame = parts.every((part) => isSameValue(reloaded[part], before[part]))
  if (row === before && areSame) return issueOf(reloaded)
  if (row === before) await touchIssue(tx, row.id)
  const after = issueOf(row === before ? await issueStore.get(tx, row.id) : reloaded)
  await recordIssueChange(context, move ? 'moved' : 'updated', issueOf(before), after, {
    message: given.change_message,
    notes: comment,
    transitionId: move?.transition.id,
  })
  return after
}
