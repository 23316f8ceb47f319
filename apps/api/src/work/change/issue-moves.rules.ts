import type { IssueSubtype } from '@commonhold/contract'
import { type FieldError, problem } from '../../base/problem.ts'
import {
  type IssueConfiguration,
  keyErrors,
  screenIn,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.rules.ts'
import type { FieldView } from '../configuration/issue-fields.repository.ts'
import {
  hasValue,
  isClosed,
  owedErrors,
  type StatusView,
  waitsForApprovers,
} from '../configuration/issue-lifecycle.rules.ts'
import { type Asked, pointerTo, screenErrors } from '../configuration/issue-screens.rules.ts'
import {
  type ActorRights,
  meetsCondition,
  type Obstacles,
  obstaclesTo,
  permissionLacked,
  refusals,
  type TransitionView,
  valueAt,
} from '../configuration/issue-transitions.rules.ts'
import { type ApprovalStatus, approvalStatusOf, lacksApproval } from '../issues/issue-approvals.rules.ts'
import type { IssueRow } from '../issues/issues.store.ts'

/** A move that was found and authorized. The values that it requires are not checked yet. */
export interface Move {
  readonly transition: TransitionView
  readonly from: StatusView
  readonly to: WorkflowStatusView
  readonly screen: readonly Asked[]
  /** The fields that must have a value after the move. */
  readonly required: readonly FieldView[]
}

/** The requested move: a transition by its id, or any transition to a status. */
export interface Wanted {
  readonly transition_id?: string | undefined
  readonly to_status?: string | undefined
}

const unknownStatus = { pauses_clock: false, is_initial: false, waits_for_approval: false }

/** The status of an issue, from its workflow or, if the workflow lacks it, from the issue's own row. */
export function statusOfIssue(statuses: readonly WorkflowStatusView[], issue: IssueRow): StatusView {
  const found = statuses.find(({ id }) => id === issue.status_id)
  const { status_id: id, status: key, status_category: category } = issue
  return found ?? { id, key, name: key, category, ...unknownStatus }
}

/** True if the status is active: an inactive status is never assigned. */
const isGiven = (statuses: readonly WorkflowStatusView[], statusId: string) =>
  statuses.some(({ id, is_active }) => is_active && id === statusId)

const votes = 'The approvers vote with POST /issues/{issue_id}/approvals'

/** Advice in the error of a move that lacks an approval, by the state of the approval. */
const approvalAdvice: Readonly<Record<ApprovalStatus, string>> = {
  not_required: `The issue waits for an approval. ${votes}.`,
  requested: `The issue is not approved yet, or a change has voided its approval. ${votes}.`,
  approved:
    'This change would void the approval. Make the change first, let the approvers vote again, and then move the issue.',
  rejected:
    'The approval was rejected. Send the issue back. Then move it to the status that waits for approval again.',
}

/** The facts by which a move is found and authorized. */
export interface MoveFacts {
  readonly configuration: IssueConfiguration
  readonly issue: IssueRow
  /** The issue with the members that the same request changes. */
  readonly patched: IssueRow
  readonly statuses: readonly WorkflowStatusView[]
  readonly rights: ActorRights
  readonly obstacles: Obstacles
  /** The approval of the issue before the move. */
  readonly approval: ApprovalStatus
}

/** The requested move, or the errors if the requested status does not exist. */
export type FoundMove =
  | { readonly move: Move; readonly errors?: never }
  | { readonly move?: never; readonly errors: readonly FieldError[] }

/**
 * Finds and authorizes the requested move. Throws 409 if the workflow has no such move, an approval is missing or the issue
 * cannot be closed yet, and 403 if this user cannot make the move.
 */
export function findMove(facts: MoveFacts, { transition_id, to_status }: Wanted): FoundMove {
  const { configuration, issue, patched, statuses } = facts
  const errors = keyErrors(statuses, 'status', to_status)
  if (errors.length > 0) return { errors }
  const target = statuses.find(({ is_active, key }) => is_active && key === to_status)
  const there = configuration.transitions.filter(
    ({ condition, to_status_id }) => meetsCondition(patched, condition) && isGiven(statuses, to_status_id),
  )
  const candidates = there.filter(
    (one) => one.id === transition_id || (target && one.to_status_id === target.id),
  )
  if (candidates.length === 0)
    throw problem('transition_not_available', {
      current_status: issue.status,
      available: makeableOf(facts, there).map(({ id, key, to_status_id }) => ({
        id,
        key,
        to_status: statuses.find((status) => status.id === to_status_id)?.key,
      })),
    })
  const { transition, to } = authorizedAmong(facts, candidates)
  const from = statusOfIssue(statuses, issue)
  assertUnhindered(facts, transition, from, to)
  const { issue_type_id } = issue
  const screen = screenIn(configuration, transition.screen_id, issue_type_id)
  const required = configuration.requiredFields.filter(({ key }) => transition.required_fields.includes(key))
  return { move: { transition, from, to, screen, required } }
}

/** The transitions that the caller can make now. */
function makeableOf(facts: MoveFacts, transitions: readonly TransitionView[]): TransitionView[] {
  const { issue, statuses, rights, obstacles, approval } = facts
  const from = statusOfIssue(statuses, issue)
  return transitions.filter((transition) => {
    const to = statuses.find(({ id }) => id === transition.to_status_id)
    if (!to || refusals(transition, issue, rights).length > 0) return false
    if (lacksApproval(issue.subtype, approval, from, to)) return false
    return obstaclesTo(transition, from, to, obstacles).length === 0
  })
}

/** The first of the transitions that the user may make, whatever values are sent. */
function authorizedAmong({ issue, statuses, rights }: MoveFacts, candidates: readonly TransitionView[]) {
  const checked = candidates.map((transition) => {
    const to = statuses.find(({ id }) => id === transition.to_status_id)
    if (!to) throw new Error(`the transition ${transition.id} leads out of its workflow`)
    return { transition, to, reasons: refusals(transition, issue, rights) }
  })
  const possible = checked.find(({ reasons }) => reasons.length === 0)
  if (possible) return possible
  const lacked = checked.flatMap((one) => permissionLacked(one.transition, one.reasons) ?? [])
  const reasons = [...new Set(checked.flatMap((one) => one.reasons))]
  throw problem(
    'permission_denied',
    { required_permission: lacked[0], reasons },
    'You cannot make this transition; `reasons` lists the causes. An owner of the tenant can change who may make it.',
  )
}

/** Throws if the move lacks an approval, or if it would close an issue that other issues block. */
function assertUnhindered(
  { issue, obstacles, approval }: MoveFacts,
  transition: TransitionView,
  from: StatusView,
  to: StatusView,
): void {
  if (lacksApproval(issue.subtype, approval, from, to)) {
    // If the stored issue is approved, only the other changes of this request void the approval, and no vote on them exists.
    const before = approvalStatusOf(issue.details)
    const advice = approvalAdvice[before === 'approved' ? before : approval]
    throw problem('approval_required', { approval_status: approval }, advice)
  }
  if (obstaclesTo(transition, from, to, obstacles).length > 0)
    throw problem('issue_blocked', { ...obstacles })
}

/** True for a reference error of a record that the transition sets: it was checked when the transition was configured. */
export const isOfSetRecord = ({ field, code }: FieldError, { transition }: Move): boolean =>
  code.startsWith('reference_') &&
  Object.keys(transition.set_fields).some((path) => pointerTo(path) === field)

/** The errors of members with values that the transition does not allow. */
const valueErrors = ({ allowed_values }: TransitionView, after: object): FieldError[] =>
  Object.entries(allowed_values).flatMap(([path, allowed]): FieldError[] => {
    const value = valueAt(after, path)
    if (!hasValue(value) || allowed.includes(String(value))) return []
    const message = `the transition allows only ${allowed.join(', ')}`
    return [{ field: pointerTo(path), code: 'not_allowed_value', message, allowed: [...allowed] }]
  })

/** The errors of a move: missing values, values that the transition does not allow, and a missing comment. */
export function lackedErrors(
  { transition, screen, required }: Move,
  given: object,
  after: object,
  comment: string | undefined,
  owed: readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [
    ...required
      .filter(({ path }) => !hasValue(valueAt(after, path)))
      .map(
        ({ path, name }): FieldError => ({
          field: pointerTo(path),
          code: 'required',
          message: `the transition requires a value for ${name}`,
        }),
      ),
    ...valueErrors(transition, after),
    ...screenErrors(screen, 'transition', given, after),
    ...owed,
  ]
  if (transition.requires_comment && !comment)
    errors.push({
      field: '/comment',
      code: 'required',
      message: 'the transition needs a comment; send one with POST /issues/{issue_id}/transition',
    })
  return errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at)
}

/** The paths of the members that a move needs: its required fields, its screen, and the needs of the new status. */
export const pathsAsked = ({ screen, to, required }: Move, subtype: IssueSubtype): string[] => [
  ...required.map(({ path }) => path),
  ...screen.filter((asked) => !asked.is_hidden && !asked.is_read_only).map(({ path }) => path),
  ...owedErrors(subtype, {}, to).map(({ field }) => field.slice(1).replace('/', '.')),
  ...(isClosed(to.category) ? ['resolution', 'details.resolution_code'] : []),
  ...(to.pauses_clock ? ['details.resume_at'] : []),
  ...(waitsForApprovers(subtype, to) ? ['details.approver_ids'] : []),
]
