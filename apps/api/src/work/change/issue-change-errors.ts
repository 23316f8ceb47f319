import type { IssueUpdate } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { errorsIn, type FieldError } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { isOfProject, keyErrors, statusesOf } from '../configuration/issue-configuration.repository.ts'
import { screenOf } from '../configuration/issue-fields.repository.ts'
import { levelsAround } from '../configuration/issue-hierarchy.repository.ts'
import { placeErrors } from '../configuration/issue-hierarchy.rules.ts'
import { invariantErrors, owedErrors } from '../configuration/issue-lifecycle.rules.ts'
import { type Asked, lockedErrors, screenErrors } from '../configuration/issue-screens.rules.ts'
import { detailsErrors, detailsOf, spanErrors } from '../fields/issue-details.rules.ts'
import { assertAssignee } from '../issues/issue-assignees.ts'
import { issueOf } from '../issues/issue-record.rules.ts'
import {
  assertConcerned,
  assertDetailReferences,
  assertParent,
  assertReviewed,
} from '../issues/issue-references.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import { assertStillAbout } from '../repairs/issue-repairs.ts'
import { approvalStatusErrors, approverErrors, voterErrors } from './issue-approvals.ts'
import { isConverted, type PlannedChange } from './issue-change-plan.ts'
import { isOfSetRecord, lackedErrors, statusOfIssue } from './issue-moves.ts'
import { assertProject, columnsOf, conversionErrors, readOnlyErrors, unmetErrors } from './issue-patch.ts'

/** All that is wrong with a change of an issue. */
export async function errorsOfChange(context: WriteContext, planned: PlannedChange): Promise<FieldError[]> {
  const { before, given, filled, former, type, way, patch, details, custom, priorities } = planned
  const after = issueAfter(planned)
  const changed = { ...before, ...definedOf(columnsOf(patch)), details }
  // Read at once; the errors keep their order.
  const [ofType, place, readOnly, approvers, cleared, edited, references, voters] = await Promise.all([
    typeErrors(context, planned, after),
    placeErrorsOf(context, planned),
    readOnlyErrors(context, before, given, former, way.move),
    approverErrors(context, planned.approval, changed, before),
    clearedErrors(context, planned),
    editErrors(context, planned, after),
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
  return [
    ...ofType,
    ...planned.wayErrors,
    ...projectErrors(planned),
    ...place,
    ...(patch.priority === before.priority ? [] : keyErrors(priorities, 'priority', patch.priority)),
    ...readOnly,
    ...detailsErrors(type.subtype, filled.details ?? {}),
    ...spanErrors(filled.details ?? {}, details),
    ...approvalStatusErrors(given.details ?? {}, before.details, planned.approval),
    ...approvers,
    ...custom.errors.filter((error) => !way.move || !isOfSetRecord(error, way.move)),
    ...invariantErrors({ ...before, subtype: type.subtype, details }),
    ...cleared,
    ...reopenedErrors(planned),
    ...edited,
    ...moveErrors(planned, after),
    ...references,
    ...voters,
  ]
}

/** Another assignee, or the same in another project, must be able to read the issue. */
async function assertNewAssignee(context: WriteContext, before: IssueRow, patch: IssueUpdate): Promise<void> {
  const { assignee_id = before.assignee_id, project_id = before.project_id } = patch
  if (assignee_id === before.assignee_id && project_id === before.project_id) return
  await assertAssignee(context, assignee_id, project_id)
}

/** The issue as the change would leave it. */
const issueAfter = ({ before, patch, type, details, custom }: PlannedChange) => ({
  ...issueOf(before),
  ...patch,
  details: detailsOf(type.subtype, details),
  custom_fields: custom.values,
})

type IssueAfter = ReturnType<typeof issueAfter>

/** The errors of a change of the type. */
async function typeErrors(
  context: WriteContext,
  planned: PlannedChange,
  after: IssueAfter,
): Promise<FieldError[]> {
  if (!isConverted(planned)) return []
  const { before, given, type, wanted, way } = planned
  return [
    ...conversionErrors(before, given, type, wanted),
    ...(await unmetErrors(context, before, type, way.to, after)),
  ]
}

/** An issue moves to a project in which its type is used. */
function projectErrors({ before, given: { project_id }, type }: PlannedChange): FieldError[] {
  if (project_id === undefined || project_id === before.project_id || isOfProject(type, project_id)) return []
  const message = `the type ${type.key} is not used in the project; change the type with it, or choose another project`
  return [{ field: 'project_id', code: 'not_allowed_value', message }]
}

/** An issue that gets another parent or another type has a place that the level of its type allows. */
async function placeErrorsOf({ tx }: WriteContext, planned: PlannedChange): Promise<FieldError[]> {
  const { before, patch, type } = planned
  const parent_id = patch.parent_id === undefined ? before.parent_id : patch.parent_id
  const namesParent = parent_id !== before.parent_id
  if (!namesParent && !isConverted(planned)) return []
  return placeErrors(type, await levelsAround(tx, parent_id, before.id), { parent_id, namesParent })
}

/** A final review stays final until a move reopens it. */
function reopenedErrors({ before, given, type, way }: PlannedChange): FieldError[] {
  const review_status = given.details?.review_status
  const isFinal = type.subtype === 'post_incident_analysis' && before.status_category === 'completed'
  if (way.move || !isFinal || review_status === undefined || review_status === 'final') return []
  const message = 'the review is final; move the issue to another status to reopen it'
  return [{ field: '/details/review_status', code: 'not_allowed_value', message, allowed: ['final'] }]
}

/** A value that a status requires cannot be cleared while the issue has the status. */
async function clearedErrors(
  { tx }: WriteContext,
  { before, given, type, way, details }: PlannedChange,
): Promise<FieldError[]> {
  const cleared = Object.entries(given.details ?? {}).filter(([, value]) => value === null)
  if (way.move || cleared.length === 0) return []
  const status = statusOfIssue(await statusesOf(tx, type.workflow_id), before)
  return owedErrors(type.subtype, details, status).filter(({ field }) =>
    cleared.some(([member]) => field === `/details/${member}`),
  )
}

/** The errors by the edit screen; of a move, only values that the screen keeps from being written. */
async function editErrors(
  { tx }: WriteContext,
  { given, type, wanted, way }: PlannedChange,
  after: IssueAfter,
): Promise<FieldError[]> {
  const screen = await screenOf(tx, type.edit_screen_id, type.id)
  if (!wanted) return screenErrors(screen, 'update', given, after)
  return lockedErrors(screen.filter(hiddenBeside(way.move?.screen ?? [])), given)
}

/** A move does not write what the edit screen hides either, unless the screen of the move requests it. */
const hiddenBeside = (screen: readonly Asked[]) => (asked: Asked) =>
  asked.is_hidden && screen.every(({ path }) => path !== asked.path)

const moveErrors = ({ given, type, way: { move }, details, comment }: PlannedChange, after: IssueAfter) =>
  move ? lackedErrors(move, given, after, comment, owedErrors(type.subtype, details, move.to)) : []
