import type { IssueUpdate } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import type { FieldError } from '../../base/problem.ts'
import {
  type IssueConfiguration,
  isOfProject,
  keyErrors,
  type PriorityView,
  screenIn,
  statusesIn,
  type TypeView,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.rules.ts'
import {
  detailsAfter,
  hasApprovers,
  type Moment,
  type StatusView,
  timesAfter,
} from '../configuration/issue-lifecycle.rules.ts'
import { defaultsFor, withDefaults } from '../configuration/issue-screens.rules.ts'
import type { ActorRights, Obstacles } from '../configuration/issue-transitions.rules.ts'
import { detailsOf, mergedDetails, type StoredDetails } from '../fields/issue-details.rules.ts'
import { type CustomValues, customValues } from '../issues/issue-custom-values.rules.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import {
  type ApprovalPosition,
  noApproval,
  type PlannedApproval,
  type PresentApproval,
  plannedApproval,
  positionOf,
  type Subject,
  withApproval,
} from './issue-approval-plan.rules.ts'
import { findMove, type Move, type RequestedMove, statusOfIssue } from './issue-moves.rules.ts'
import { chosenPriority, columnsOf, statusIn } from './issue-patch.rules.ts'

/** The requested change of an issue: members, a move, a comment. */
export interface RequestedChange {
  readonly before: IssueRow
  readonly given: IssueUpdate
  readonly requestedMove: RequestedMove | undefined
  readonly comment: string | undefined
}

/** A change of an issue with the configuration that decides it. */
export interface ConfiguredChange extends RequestedChange {
  readonly configuration: IssueConfiguration
  readonly former: TypeView
  /** The type after the change. */
  readonly type: TypeView
}

/** The facts that decide whether a move is allowed. */
export interface MovingFacts {
  readonly rights: ActorRights
  readonly obstacles: Obstacles
  readonly approval: PresentApproval
}

/** How the issue gets another status, if it does: by a move, or by a change of its type. */
interface StatusChange {
  readonly move?: Move | undefined
  readonly from?: StatusView | undefined
  readonly to?: WorkflowStatusView | undefined
}

/** A change with the change of the status, if it makes one. */
export interface ChangeWithStatus extends ConfiguredChange {
  readonly statusChange: StatusChange
  /** The errors if the requested status cannot be entered. */
  readonly statusChangeErrors: readonly FieldError[]
}

/** A change with its final members. Its approval is not computed yet. */
export interface FilledChange extends ChangeWithStatus {
  /** The given members with the defaults of the screens. */
  readonly filled: IssueUpdate
  /** `filled` with the values that the move sets. */
  readonly patch: IssueUpdate
  /** The details before the state of the approval is set. */
  readonly merged: StoredDetails
  /** The members that the approval depends on, as they are after the change. */
  readonly after: Subject
  readonly position: ApprovalPosition
}

/** A complete change of an issue. It is not checked against the rules yet. */
export interface PlannedChange extends FilledChange {
  readonly details: StoredDetails
  readonly approval: PlannedApproval
  readonly custom: CustomValues
  /** The new priority; undefined if it stays the same. */
  readonly priority: PriorityView | undefined
  readonly times: Partial<ReturnType<typeof timesAfter>>
}

/** True if the issue gets another type. */
export const isConverted = ({ former, type }: Pick<ConfiguredChange, 'former' | 'type'>) =>
  type.id !== former.id

/** The types of an issue before and after a change, or the errors if it cannot get the new type. */
export type ChosenTypes =
  | { readonly former: TypeView; readonly type: TypeView; readonly errors?: never }
  | { readonly type?: never; readonly errors: readonly FieldError[] }

/** Finds the types of a change. */
export function chosenTypes({ types }: IssueConfiguration, { before, given }: RequestedChange): ChosenTypes {
  const former = types.find(({ id }) => id === before.issue_type_id)
  if (!former) throw new Error(`the type of the issue ${before.id} is not visible`)
  const { issue_type } = given
  if (issue_type === undefined || issue_type === former.key) return { former, type: former }
  const usable = types.filter((one) => isOfProject(one, given.project_id ?? before.project_id))
  const type = usable.find(({ is_active, key }) => is_active && key === issue_type)
  return type ? { former, type } : { errors: keyErrors(usable, 'issue_type', issue_type) }
}

/** The move that a body requests; undefined if it requests none. */
export function targetOf({ before, given, requestedMove }: RequestedChange): RequestedMove | undefined {
  if (requestedMove) return requestedMove
  return given.status && given.status !== before.status ? { to_status: given.status } : undefined
}

/** The issue before a move, with the members that the same request changes. */
export function patchedBy({ before, given }: RequestedChange): IssueRow {
  const details = mergedDetails(before.subtype, before.details, given.details ?? {})
  return { ...before, ...definedOf(given), details: { ...detailsOf(before.subtype, details) } }
}

/** The position of an issue in the workflow of a type. */
export function positionIn(
  configuration: IssueConfiguration,
  before: IssueRow,
  { workflow_id }: TypeView,
): ApprovalPosition {
  const statuses = statusesIn(configuration, workflow_id)
  return positionOf(statusOfIssue(statuses, before), statuses)
}

/** The status of the issue before a change. */
export const statusBefore = ({ configuration, before, former }: ConfiguredChange): StatusView =>
  statusOfIssue(statusesIn(configuration, former.workflow_id), before)

/** Finds how a change leads to another status. `moving` is undefined if no move is requested. */
export function withStatusChange(
  change: ConfiguredChange,
  moving: MovingFacts | undefined,
): ChangeWithStatus {
  const { configuration, before, former, type } = change
  const from = statusesIn(configuration, former.workflow_id)
  if (isConverted(change)) {
    const { to, errors } = statusIn(statusesIn(configuration, type.workflow_id), before, type)
    if (errors) return { ...change, statusChange: {}, statusChangeErrors: errors }
    return { ...change, statusChange: { from: statusBefore(change), to }, statusChangeErrors: [] }
  }
  const target = targetOf(change)
  if (!target || !moving) return { ...change, statusChange: {}, statusChangeErrors: [] }
  const { rights, obstacles, approval } = moving
  const { move, errors } = findMove(
    {
      configuration,
      issue: before,
      patched: patchedBy(change),
      statuses: from,
      rights,
      obstacles,
      approval: approval.status,
    },
    target,
  )
  if (!move) return { ...change, statusChange: {}, statusChangeErrors: errors }
  return { ...change, statusChange: { move, from: move.from, to: move.to }, statusChangeErrors: [] }
}

/** The body with the defaults of the screen of the move and, if members are changed, of the edit screen. */
export function filledBy({
  configuration,
  before,
  given,
  requestedMove,
  type,
  statusChange,
}: ChangeWithStatus): IssueUpdate {
  const { change_message: _, ...members } = given
  const isEdited = !requestedMove && Object.keys(members).length > 0
  const edit = isEdited ? screenIn(configuration, type.edit_screen_id, type.id) : []
  return withDefaults(
    defaultsFor([...(statusChange.move?.screen ?? []), ...edit], type.subtype, before),
    given,
  )
}

/** Adds the members to a change. `patch` is the filled body with the values that the move sets. */
export function withMembers(change: ChangeWithStatus, filled: IssueUpdate, patch: IssueUpdate): FilledChange {
  const { configuration, before, type, statusChange } = change
  const following = statusChange.to ? detailsAfter(type.subtype, statusChange.from, statusChange.to) : {}
  const merged = mergedDetails(type.subtype, before.details, { ...following, ...patch.details })
  const after = {
    ...before,
    ...definedOf(columnsOf(patch)),
    configuration_item_ids: patch.configuration_item_ids ?? before.configuration_item_ids,
    subtype: type.subtype,
    details: merged,
  }
  const statuses = statusesIn(configuration, type.workflow_id)
  const position = positionOf(statusChange.from ?? statusOfIssue(statuses, before), statuses)
  return { ...change, filled, patch, merged, after, position }
}

/** Completes a change. `present` is the approval before the move. */
export function planned(change: FilledChange, present: PresentApproval, moment: Moment): PlannedChange {
  const { configuration, before, former, type, statusChange, patch, merged, after, position } = change
  const approval = hasApprovers(type.subtype)
    ? plannedApproval(present, before, after, position.status, statusChange.to)
    : noApproval
  const details = withApproval(type.subtype, before.details, merged, approval)
  const chosenBy = { typeId: type.id, formerTypeId: former.id }
  return {
    ...change,
    approval,
    details,
    custom: customValues(configuration.customFields, chosenBy, patch.custom_fields, before.custom_fields),
    priority: chosenPriority(configuration.priorities, before, patch, details),
    times: statusChange.to
      ? timesAfter({ ...before, details }, before.status_category, statusChange.to.category, moment)
      : {},
  }
}
