import type { ProblemCode } from '@commonhold/contract'
import { type FieldError, type ProblemException, problem } from '../../base/problem.ts'
import {
  type IssueConfiguration,
  keyErrors,
  screenIn,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.rules.ts'
import type { FieldView } from '../configuration/issue-fields.repository.ts'
import type { StatusView } from '../configuration/issue-lifecycle.rules.ts'
import type { ScreenMember } from '../configuration/issue-screens.rules.ts'
import type { ActorRights, Obstacles, TransitionView } from '../configuration/issue-transitions.rules.ts'
import { type ApprovalStatus, approvalStatusOf } from '../issues/issue-approvals.rules.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import {
  type CheckedTransition,
  checkedTransitions,
  missingPermission,
  type Reason,
} from './issue-transition-reasons.rules.ts'

/** A move that was found and authorized. The values that it requires are not checked yet. */
export interface Move {
  readonly transition: TransitionView
  readonly from: StatusView
  readonly to: WorkflowStatusView
  readonly screen: readonly ScreenMember[]
  /** The fields that must have a value after the move. */
  readonly required: readonly FieldView[]
}

/** The requested move: a transition by its id, or any transition to a status. */
export interface RequestedMove {
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

/** The problem of a move, by the first reason against its transition. */
const problems = {
  status_not_active: 'transition_not_available',
  condition_not_met: 'transition_not_available',
  record_archived: 'record_archived',
  permission_missing: 'permission_denied',
  not_in_allowed_group: 'permission_denied',
  not_an_allowed_actor: 'permission_denied',
  not_approved: 'approval_required',
  open_blockers: 'issue_blocked',
  open_children: 'issue_blocked',
} as const satisfies Record<Reason, ProblemCode>

/** A request to move an issue is authorized, and its issue locked and found not to be archived, before the move is found. */
const checkedBefore = { isArchived: false, mayWrite: true } as const

/**
 * Finds and authorizes the requested move. Throws 409 if the workflow has no such move, an approval is missing or the issue
 * cannot be closed yet, and 403 if this user cannot make the move.
 */
export function findMove(facts: MoveFacts, { transition_id, to_status }: RequestedMove): FoundMove {
  const { configuration, issue, statuses } = facts
  const errors = keyErrors(statuses, 'status', to_status)
  if (errors.length > 0) return { errors }
  const target = statuses.find(({ is_active, key }) => is_active && key === to_status)
  const from = statusOfIssue(statuses, issue)
  const checked = checkedTransitions(
    { ...facts, from, ...checkedBefore },
    configuration.transitions,
    statuses,
  )
  const requested = checked.filter(
    ({ transition, to }) => transition.id === transition_id || (target && to.id === target.id),
  )
  const possible = requested.filter(hasNoReasonFor('transition_not_available'))
  const chosen =
    possible.find(({ reasons }) => reasons.length === 0) ??
    possible.find(hasNoReasonFor('permission_denied')) ??
    possible[0]
  if (!chosen) throw notAvailable(issue, checked)
  const [reason] = chosen.reasons
  if (reason) throw refusal(facts, problems[reason], possible)
  const { transition, to } = chosen
  const { issue_type_id } = issue
  const screen = screenIn(configuration, transition.screen_id, issue_type_id)
  const required = configuration.requiredFields.filter(({ key }) => transition.required_fields.includes(key))
  return { move: { transition, from, to, screen, required } }
}

type Refusal = (typeof problems)[Reason]

const hasNoReasonFor =
  (code: Refusal) =>
  ({ reasons }: CheckedTransition) =>
    reasons.every((reason) => problems[reason] !== code)

/** The problem of a move that no transition of the workflow makes, with the transitions that the user can make now. */
const notAvailable = ({ status }: IssueRow, checked: readonly CheckedTransition[]) =>
  problem('transition_not_available', {
    current_status: status,
    available: checked
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ transition: { id, key }, to }) => ({ id, key, to_status: to.key })),
  })

/** The problem of a move that the workflow has. `possible` are the requested transitions that the issue can make. */
function refusal(
  { issue, rights, obstacles, approval }: MoveFacts,
  code: Refusal,
  possible: readonly CheckedTransition[],
): ProblemException {
  if (code === 'permission_denied') return denied(possible, rights)
  if (code === 'issue_blocked') return problem(code, { ...obstacles })
  if (code !== 'approval_required') return problem(code)
  // If the stored issue is approved, only the other changes of this request void the approval, and no vote on them exists.
  const before = approvalStatusOf(issue.details)
  return problem(
    code,
    { approval_status: approval },
    approvalAdvice[before === 'approved' ? before : approval],
  )
}

/** The problem of a user who may make none of the requested transitions. */
function denied(possible: readonly CheckedTransition[], rights: ActorRights): ProblemException {
  const missing = possible.flatMap(({ transition }) => missingPermission(transition, rights) ?? [])
  const reasons = possible
    .flatMap((one) => one.reasons)
    .filter((one) => problems[one] === 'permission_denied')
  return problem(
    'permission_denied',
    { required_permission: missing[0], reasons: [...new Set(reasons)] },
    'You cannot make this transition; `reasons` lists the causes. An owner of the tenant can change who may make it.',
  )
}
