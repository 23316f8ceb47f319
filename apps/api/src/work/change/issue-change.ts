import type { Issue, IssueUpdate } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { errorsIn, type FieldError, invalid, problem } from '../../base/problem.ts'
import { isSameValue } from '../../base/same-value.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { laterOf } from '../../store/days.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { projectStore } from '../../system/projects.store.ts'
import { levelsAround } from '../configuration/issue-hierarchy.repository.ts'
import { hasApprovers, type Moment } from '../configuration/issue-lifecycle.rules.ts'
import { addComment } from '../conversation/issue-comments.repository.ts'
import { saveMentions } from '../conversation/issue-mentions.repository.ts'
import { readNames, recordIssueChange } from '../conversation/issue-recording.ts'
import { approversOf } from '../issues/issue-approvals.rules.ts'
import { assertAssignee } from '../issues/issue-assignees.ts'
import { errorsOfAnyType, withNamed } from '../issues/issue-body-errors.ts'
import { assertUnique, customNameErrors, saveFieldValues } from '../issues/issue-custom-fields.ts'
import { insertFormerKey } from '../issues/issue-former-keys.repository.ts'
import { addWatcher, newNumber, setSides, touchIssue } from '../issues/issue-parts.repository.ts'
import { issueOf, priorityColumns, statusColumns, typeColumns } from '../issues/issue-record.rules.ts'
import {
  assertChangeType,
  assertConcerned,
  assertDetailReferences,
  assertParent,
  assertReviewed,
  assertStandardPlan,
} from '../issues/issue-references.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { assertStillAbout, settleRepairOf } from '../repairs/issue-repairs.ts'
import type { PresentApproval } from './issue-approval-plan.rules.ts'
import { approverErrors, presentApproval, saveVotes, voterErrors } from './issue-approvals.ts'
import { assertApproversChange } from './issue-approvers.ts'
import { errorsOfChange, parentOf } from './issue-change-errors.rules.ts'
import { type LoadedChange, loadChange } from './issue-change-load.ts'
import {
  type ConfiguredChange,
  chosenTypes,
  directed,
  filledBy,
  isConverted,
  type MovingFacts,
  type PlannedChange,
  patchedBy,
  planned,
  positionIn,
  targetOf,
  withMembers,
} from './issue-change-plan.rules.ts'
import type { Wanted } from './issue-moves.rules.ts'
import { changedIn, columnsOf, isConversionRestricted } from './issue-patch.rules.ts'
import { withSetFields } from './issue-set-fields.ts'

/** What comes with a change beyond the members of the issue. */
export interface Circumstances {
  readonly wanted?: Wanted
  readonly comment?: string | undefined
}

/**
 * Changes an issue and moves it where requested: everything or nothing, with one entry in its history. The issue is locked
 * and what the rules need is read at once, they decide, what they refer to is checked at once, and all is saved at once.
 */
export async function changeIssue(
  context: WriteContext,
  id: string,
  asked: IssueUpdate,
  circumstances: Circumstances = {},
): Promise<Issue> {
  const loaded = await loadChange(context, id, asked, circumstances)
  const change = await planChange(context, loaded)
  const { before, given } = change
  const checks = [
    assertApproversChange(context, before, given.details),
    assertChangeType(context, before, given.details),
    assertStandardPlan(context, before, given, change.way.to !== undefined),
    assertUnique(context.tx, change.custom.stored, before.id),
  ].map(ignoreUnhandled)
  const errors = await checkChange(context, change)
  if (errors.length > 0) throw invalid(...(await withNamed(context, errors, changedIn(before, given))))
  for (const check of checks) await check
  return save(context, change)
}

/** Works out what comes of a change. Votes are read where they decide, and records where a move sets some. */
async function planChange(context: WriteContext, loaded: LoadedChange): Promise<PlannedChange> {
  const { tx } = context
  const { asked, configuration, rights } = loaded
  const { before, given } = asked
  const chosen = chosenTypes(configuration, asked)
  if (chosen.errors)
    throw invalid(
      ...chosen.errors,
      ...(await errorsOfAnyType(context, changedIn(before, given), configuration.priorities, before)),
    )
  const { former, type } = chosen
  const change = { ...asked, configuration, former, type }
  if (isConverted(change) && isConversionRestricted(before) && !rights?.may_manage)
    throw problem(
      'permission_denied',
      { required_permission: 'issues:manage' },
      'Changing the type now needs issues:manage.',
    )
  const way = directed(change, await movingFacts(context, loaded, change))
  const filled = filledBy(way)
  const { move } = way.way
  const patch = move ? await withSetFields(context, configuration.customFields, filled, move) : filled
  const members = withMembers(way, filled, patch)
  const present = hasApprovers(type.subtype)
    ? await presentApproval(tx, before, members.after, members.position)
    : notRequired
  return planned(members, present, momentOf(context, before))
}

const notRequired: PresentApproval = { status: 'not_required', isAskedAnew: false, isCounted: false }

/** What a move is decided by; undefined where none is requested. */
async function movingFacts(
  { tx }: WriteContext,
  { obstacles, rights }: LoadedChange,
  change: ConfiguredChange,
): Promise<MovingFacts | undefined> {
  if (!obstacles || !rights || isConverted(change) || !targetOf(change)) return undefined
  const { configuration, before, former } = change
  if (!hasApprovers(before.subtype)) return { obstacles, rights, approval: notRequired }
  const position = positionIn(configuration, before, former)
  return { obstacles, rights, approval: await presentApproval(tx, before, patchedBy(change), position) }
}

/** The clock of this instance may be behind the one that gave the version before. */
const momentOf = ({ clock, actor }: WriteContext, { updated_at }: IssueRow): Moment => ({
  now: laterOf(clock.now().toISOString(), updated_at),
  actor_id: actor.userId,
})

/** Checks what a change refers to, at once; all that is wrong with it, in the order of the rules. */
async function checkChange(context: WriteContext, change: PlannedChange): Promise<FieldError[]> {
  const { tx } = context
  const { before, given, filled, type, patch, details, custom } = change
  const changed = { ...before, ...definedOf(columnsOf(patch)), details }
  const { parent_id, namesParent } = parentOf(change)
  const [levels, approvers, customNames, references, voters] = await Promise.all([
    namesParent || isConverted(change) ? levelsAround(tx, parent_id, before.id) : undefined,
    approverErrors(context, change.approval, changed, before),
    customNameErrors(tx, custom.stored, before.custom_fields),
    errorsIn(
      () => assertNotAhead('opened_at', filled.opened_at, context.clock),
      () => assertProject(context, before, given),
      () => assertStillAbout(context, before, patch),
      () => assertDetailReferences(context, filled.details, before.details),
      () => assertReviewed(context, type.subtype, details, before.details),
      () => assertConcerned(context, filled, before),
      () => filled.parent_id !== before.parent_id && assertParent(context, filled.parent_id, before.id),
      () => assertNewAssignee(context, before, patch),
    ),
    voterErrors(context, changed, filled.details ?? {}, before.details),
  ])
  return errorsOfChange(change, { levels, approvers, customNames, references, voters })
}

/** The project that an issue is to move to must be visible and in use. */
async function assertProject({ tx }: WriteContext, before: IssueRow, { project_id }: IssueUpdate) {
  if (project_id !== undefined && project_id !== before.project_id)
    await projectStore.reference(tx, 'project_id', project_id)
}

/** Another assignee, or the same in another project, must be able to read the issue. */
async function assertNewAssignee(context: WriteContext, before: IssueRow, patch: IssueUpdate): Promise<void> {
  const { assignee_id = before.assignee_id, project_id = before.project_id } = patch
  if (assignee_id === before.assignee_id && project_id === before.project_id) return
  await assertAssignee(context, assignee_id, project_id)
}

/** Saves a change, and records in the history of the issue what differs; nothing where nothing does. */
async function save(context: WriteContext, change: PlannedChange): Promise<Issue> {
  const { tx } = context
  const { before, given, way, comment, configuration, type } = change
  const row = rowOf(change, await placeIn(context, before, given))
  const updating = ignoreUnhandled(issueStore.update(withoutAudit(context), before, row))
  await saveVotesAndComment(context, change)
  const saving = ignoreUnhandled(saveParts(context, change))
  // Its read is sent behind the parts, and so finds the issue with them.
  const reloading = ignoreUnhandled(issueStore.get(tx, before.id))
  const names = ignoreUnhandled(
    readNames(tx, configuration.customFields, issueOf(before), { ...row, ...sidesOf(change) }),
  )
  const updated = await updating
  await saving
  if (type.subtype === 'repair') await settleRepairOf(context, before, updated)
  const reloaded = await reloading
  const isSame = updated === before && parts.every((part) => isSameValue(reloaded[part], before[part]))
  if (isSame) return issueOf(reloaded)
  if (updated === before) await touchIssue(tx, before.id)
  const after = issueOf(updated === before ? await issueStore.get(tx, before.id) : reloaded)
  await recordIssueChange(context, way.move ? 'moved' : 'updated', issueOf(before), after, {
    message: given.change_message,
    notes: comment,
    transitionId: way.move?.transition.id,
    names: await names,
  })
  return after
}

/** Members of an issue that are stored in other tables. */
const parts = ['labels', 'asset_ids', 'configuration_item_ids'] as const

const sidesOf = ({ patch: { labels, asset_ids, configuration_item_ids } }: PlannedChange) => ({
  labels,
  asset_ids,
  configuration_item_ids,
})

/** The columns of the issue's own row. */
const rowOf = (change: PlannedChange, place: Place | undefined) => ({
  ...columnsOf(change.patch),
  ...place,
  ...(isConverted(change) ? typeColumns(change.type) : {}),
  ...(change.way.to ? { ...statusColumns(change.way.to), ...change.times } : {}),
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

/** In another project an issue gets a number and a key of that project; undefined where it stays. */
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

/** Saves what is read before it is written. */
async function saveVotesAndComment(context: WriteContext, change: PlannedChange): Promise<void> {
  const { before, details, comment, approval } = change
  const isOfOthers = String(approversOf(before.details)) !== String(approversOf(details))
  await Promise.all([
    ...(approval.isAskedAnew || isOfOthers
      ? [saveVotes(context, before.id, details, approval.isAskedAnew)]
      : []),
    ...(comment ? [addComment(context, before.id, comment)] : []),
  ])
}

/** Saves what is stored in other tables than the issue's own; sent at once. */
async function saveParts(context: WriteContext, change: PlannedChange): Promise<void> {
  const { tx } = context
  const { before, given, patch, details, custom } = change
  const isNaming = isConverted(change) || patch.details || custom.stored.length > 0
  const isElsewhere = given.project_id !== undefined && given.project_id !== before.project_id
  await Promise.all([
    setSides(tx, before.id, patch),
    saveFieldValues(tx, before.id, custom.stored),
    ...(isNaming ? [saveMentions(tx, before.id, details)] : []),
    ...(isElsewhere ? [insertFormerKey(tx, before.key, before.id)] : []),
    ...(patch.assignee_id ? [addWatcher(context, before.id, patch.assignee_id, 'assignee')] : []),
  ])
}
