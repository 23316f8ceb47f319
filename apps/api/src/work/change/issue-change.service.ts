import type { Issue, IssueUpdate } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { errorsIn, type FieldError, invalid, problem } from '../../base/problem.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { laterOf } from '../../store/days.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { projectStore } from '../../system/projects.store.ts'
import { levelsAround } from '../configuration/issue-hierarchy.repository.ts'
import { hasApprovers, type Moment } from '../configuration/issue-lifecycle.rules.ts'
import { assertAssignee } from '../issues/issue-assignees.service.ts'
import { errorsOfAnyType, withNamed } from '../issues/issue-body-errors.service.ts'
import { assertUnique, customNameErrors } from '../issues/issue-custom-fields.service.ts'
import { assertParent } from '../issues/issue-parents.service.ts'
import { assertConcerned, assertDetailReferences } from '../issues/issue-references.service.ts'
import { assertReviewed } from '../issues/issue-reviews.service.ts'
import { assertChangeType, assertStandardPlan } from '../issues/issue-standard-changes.service.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import { assertStillAbout } from '../repairs/issue-repairs.service.ts'
import type { PresentApproval } from './issue-approval-plan.rules.ts'
import { approverErrors, presentApproval, voterErrors } from './issue-approvals.service.ts'
import { assertApproversChange } from './issue-approvers.service.ts'
import { errorsOfChange, parentOf } from './issue-change-errors.rules.ts'
import { type Circumstances, type LoadedChange, loadChange } from './issue-change-load.service.ts'
import {
  type ConfiguredChange,
  chosenTypes,
  filledBy,
  isConverted,
  type MovingFacts,
  type PlannedChange,
  patchedBy,
  planned,
  positionIn,
  statusBefore,
  targetOf,
  withMembers,
  withStatusChange,
} from './issue-change-plan.rules.ts'
import { saveChange } from './issue-change-save.service.ts'
import { changedIn, columnsOf, isConversionRestricted } from './issue-patch.rules.ts'
import { withSetFields } from './issue-set-fields.service.ts'

/**
 * Changes an issue and moves it if requested: all or nothing, with one entry in its history. It locks and loads, decides,
 * checks references and saves. Each of these steps sends its statements together.
 */
export async function changeIssue(
  context: WriteContext,
  id: string,
  body: IssueUpdate,
  circumstances: Circumstances = {},
): Promise<Issue> {
  const loaded = await loadChange(context, id, body, circumstances)
  const change = await planChange(context, loaded)
  const { before, given } = change
  const isMoved = change.statusChange.to !== undefined
  const isInitial = statusBefore(change).is_initial
  const checks = [
    assertApproversChange(context, before, given.details),
    assertChangeType(context, before, given.details, isInitial),
    assertStandardPlan(context, before, given, { isInitial, isMoved }),
    assertUnique(context.tx, change.custom.stored, before.id),
  ].map(ignoreUnhandled)
  const errors = await checkChange(context, change)
  if (errors.length > 0) throw invalid(...(await withNamed(context, errors, changedIn(before, given))))
  for (const check of checks) await check
  return saveChange(context, change)
}

/** Computes the complete change. Reads votes if they decide the approval, and records that the move sets. */
async function planChange(context: WriteContext, loaded: LoadedChange): Promise<PlannedChange> {
  const { tx } = context
  const { requested, configuration, rights } = loaded
  const { before, given } = requested
  const chosen = chosenTypes(configuration, requested)
  if (chosen.errors)
    throw invalid(
      ...chosen.errors,
      ...(await errorsOfAnyType(context, changedIn(before, given), configuration.priorities, before)),
    )
  const { former, type } = chosen
  const change = { ...requested, configuration, former, type }
  if (isConverted(change) && isConversionRestricted(before) && !rights?.may_manage)
    throw problem(
      'permission_denied',
      { required_permission: 'issues:manage' },
      'Changing the type now needs issues:manage.',
    )
  const entering = withStatusChange(change, await movingFacts(context, loaded, change))
  const filled = filledBy(entering)
  const { move } = entering.statusChange
  const patch = move ? await withSetFields(context, configuration.customFields, filled, move) : filled
  const members = withMembers(entering, filled, patch)
  const present = hasApprovers(type.subtype)
    ? await presentApproval(tx, before, members.after, members.position)
    : notRequired
  return planned(members, present, momentOf(context, before))
}

const notRequired: PresentApproval = { status: 'not_required', isRequestedAgain: false, isCounted: false }

/** The facts that decide whether the move is allowed; undefined if no move is requested. */
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

/** The clock of this instance may be behind the clock of the instance that made the previous version. */
const momentOf = ({ clock, actor }: WriteContext, { updated_at }: IssueRow): Moment => ({
  now: laterOf(clock.now().toISOString(), updated_at),
  actor_id: actor.userId,
})

/** Checks the references of a change together. Returns all errors of the change, in the order of the rules. */
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

/** A new assignee must be able to read the issue, and so must the present assignee if the issue changes its project. */
async function assertNewAssignee(context: WriteContext, before: IssueRow, patch: IssueUpdate): Promise<void> {
  const { assignee_id = before.assignee_id, project_id = before.project_id } = patch
  if (assignee_id === before.assignee_id && project_id === before.project_id) return
  await assertAssignee(context, assignee_id, project_id)
}
