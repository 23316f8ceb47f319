import type { FieldError } from '../../base/problem.ts'
import { isOfProject, keyErrors, screenIn, statusesIn } from '../configuration/issue-configuration.rules.ts'
import type { Levels } from '../configuration/issue-hierarchy.repository.ts'
import { placeErrors } from '../configuration/issue-hierarchy.rules.ts'
import { invariantErrors, statusErrors } from '../configuration/issue-lifecycle.rules.ts'
import { lockedErrors, type ScreenMember, screenErrors } from '../configuration/issue-screens.rules.ts'
import { detailsErrors, detailsOf, spanErrors } from '../fields/issue-details.rules.ts'
import { issueOf } from '../issues/issue-record.rules.ts'
import { approvalStatusErrors } from './issue-approval-plan.rules.ts'
import { isConverted, type PlannedChange } from './issue-change-plan.rules.ts'
import { errorsOfMove, isOfSetRecord } from './issue-move-values.rules.ts'
import { statusOfIssue } from './issue-moves.rules.ts'
import { conversionErrors, readOnlyErrors, unmetErrors } from './issue-patch.rules.ts'

/** Data and errors that were read from the database to check a change. */
export interface ChangeFindings {
  /** The levels around the issue; undefined if neither its parent nor its type changes. */
  readonly levels: Levels | undefined
  readonly approvers: readonly FieldError[]
  readonly customNames: readonly FieldError[]
  readonly references: readonly FieldError[]
  readonly voters: readonly FieldError[]
}

/** All errors of a change of an issue, in a fixed order. */
export function errorsOfChange(change: PlannedChange, found: ChangeFindings): FieldError[] {
  const { configuration, before, given, filled, former, type, statusChange, patch, details, custom } = change
  const { priorities } = configuration
  const after = issueAfter(change)
  const isWritten = (error: FieldError) => !statusChange.move || !isOfSetRecord(error, statusChange.move)
  return [
    ...typeErrors(change, after),
    ...change.statusChangeErrors,
    ...projectErrors(change),
    ...(found.levels ? placeErrors(type, found.levels, parentOf(change)) : []),
    ...(patch.priority === before.priority ? [] : keyErrors(priorities, 'priority', patch.priority)),
    ...readOnlyErrors(statusesIn(configuration, former.workflow_id), before, given, statusChange.move),
    ...detailsErrors(type.subtype, filled.details ?? {}),
    ...spanErrors(filled.details ?? {}, details),
    ...approvalStatusErrors(given.details ?? {}, before.details, change.approval),
    ...found.approvers,
    ...[...custom.errors, ...found.customNames].filter(isWritten),
    ...invariantErrors({ ...before, subtype: type.subtype, details }),
    ...clearedErrors(change),
    ...reopenedErrors(change),
    ...editErrors(change, after),
    ...moveErrors(change, after),
    ...found.references,
    ...found.voters,
  ]
}

/** The parent of the issue after the change. `namesParent` is true if it differs from the present parent. */
export function parentOf({ before, patch }: PlannedChange) {
  const parent_id = patch.parent_id === undefined ? before.parent_id : patch.parent_id
  return { parent_id, namesParent: parent_id !== before.parent_id }
}

/** The issue as it would be after the change. */
const issueAfter = ({ before, patch, type, details, custom }: PlannedChange) => ({
  ...issueOf(before),
  ...patch,
  details: detailsOf(type.subtype, details),
  custom_fields: custom.values,
})

type IssueAfter = ReturnType<typeof issueAfter>

/** The errors of a change of the type. */
function typeErrors(change: PlannedChange, after: IssueAfter): FieldError[] {
  if (!isConverted(change)) return []
  const { configuration, before, given, type, requestedMove, statusChange } = change
  return [
    ...conversionErrors(before, given, type, requestedMove),
    ...unmetErrors(configuration, before, type, statusChange.to, after),
  ]
}

/** An issue can only move to a project in which its type is used. */
function projectErrors({ before, given: { project_id }, type }: PlannedChange): FieldError[] {
  if (project_id === undefined || project_id === before.project_id || isOfProject(type, project_id)) return []
  const message = `the type ${type.key} is not used in the project; change the type with it, or choose another project`
  return [{ field: 'project_id', code: 'not_allowed_value', message }]
}

/** A final review stays final until a move reopens it. */
function reopenedErrors({ before, given, type, statusChange }: PlannedChange): FieldError[] {
  const review_status = given.details?.review_status
  const isFinal = type.subtype === 'post_incident_analysis' && before.status_category === 'completed'
  if (statusChange.move || !isFinal || review_status === undefined || review_status === 'final') return []
  const message = 'the review is final; move the issue to another status to reopen it'
  return [{ field: '/details/review_status', code: 'not_allowed_value', message, allowed: ['final'] }]
}

/** A value that a status requires cannot be cleared while the issue has the status. */
function clearedErrors({
  configuration,
  before,
  given,
  type,
  statusChange,
  details,
}: PlannedChange): FieldError[] {
  const cleared = Object.entries(given.details ?? {}).filter(([, value]) => value === null)
  if (statusChange.move || cleared.length === 0) return []
  const status = statusOfIssue(statusesIn(configuration, type.workflow_id), before)
  return statusErrors(type.subtype, details, status).filter(({ field }) =>
    cleared.some(([member]) => field === `/details/${member}`),
  )
}

/** The errors of the edit screen. If a transition is requested, only values for hidden fields are errors. */
function editErrors(
  { configuration, given, type, requestedMove, statusChange }: PlannedChange,
  after: IssueAfter,
): FieldError[] {
  const screen = screenIn(configuration, type.edit_screen_id, type.id)
  if (!requestedMove) return screenErrors(screen, 'update', given, after)
  return lockedErrors(screen.filter(hiddenBeside(statusChange.move?.screen ?? [])), given)
}

/** A transition may write a field that the edit screen hides only if the transition's own screen contains the field. */
const hiddenBeside = (screen: readonly ScreenMember[]) => (member: ScreenMember) =>
  member.is_hidden && screen.every(({ path }) => path !== member.path)

const moveErrors = (
  { given, type, statusChange: { move }, details, comment }: PlannedChange,
  after: IssueAfter,
) => (move ? errorsOfMove(move, given, after, comment, statusErrors(type.subtype, details, move.to)) : [])
