import type { IssueSubtype, IssueTransition } from '@commonhold/contract'
import type { WorkflowStatusView } from '../configuration/issue-configuration.rules.ts'
import { isClosed, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import {
  type ActorRights,
  type Obstacles,
  type TransitionView,
  valueAt,
} from '../configuration/issue-transitions.rules.ts'
import { type ApprovalStatus, lacksApproval } from '../issues/issue-approvals.rules.ts'

/** The reason why a user cannot make a transition, as a code. */
export type Reason = IssueTransition['unavailable_reasons'][number]

/** The facts that decide which transitions of an issue a user can make. */
export interface TransitionFacts {
  readonly issue: {
    readonly subtype: IssueSubtype
    readonly reporter_id: string | null
    readonly assignee_id: string | null
  }
  /** The issue with the members that the same request changes. */
  readonly patched: object
  readonly from: StatusView
  /** True if the issue or its project is archived. */
  readonly isArchived: boolean
  /** True if the user may change the issue. */
  readonly mayWrite: boolean
  readonly rights: ActorRights
  readonly obstacles: Obstacles
  /** The approval of the issue before the move. */
  readonly approval: ApprovalStatus
}

/** A transition with the status that it enters, and the reasons why the user cannot make it. */
export interface CheckedTransition {
  readonly transition: TransitionView
  readonly to: WorkflowStatusView
  readonly reasons: readonly Reason[]
}

/** The transitions whose statuses are among the given ones, each with the reasons against it. */
export const checkedTransitions = (
  facts: TransitionFacts,
  transitions: readonly TransitionView[],
  statuses: readonly WorkflowStatusView[],
): CheckedTransition[] =>
  transitions.flatMap((transition) => {
    const to = statuses.find(({ id }) => id === transition.to_status_id)
    return to ? [{ transition, to, reasons: reasonsAgainst(facts, transition, to) }] : []
  })

/**
 * The reasons why a user cannot make a transition; empty if the user can. The list of transitions returns them, and the first
 * one decides the problem of a move (`findMove`). The values that the transition requires are not checked.
 */
function reasonsAgainst(
  facts: TransitionFacts,
  transition: TransitionView,
  to: WorkflowStatusView,
): Reason[] {
  const { issue, patched, from, isArchived, mayWrite, rights, obstacles, approval } = facts
  const { allowed_group_ids, allowed_actors } = transition
  const mustBeUnblocked =
    !transition.allows_open_blockers && isClosed(to.category) && !isClosed(from.category)
  const causes: readonly (readonly [reason: Reason, applies: boolean])[] = [
    ['status_not_active', !to.is_active],
    ['record_archived', isArchived],
    ['permission_missing', !mayWrite],
    ['condition_not_met', !meetsCondition(patched, transition.condition)],
    ['permission_missing', missingPermission(transition, rights) !== undefined],
    ['not_in_allowed_group', allowed_group_ids.length > 0 && !isInOneOf(allowed_group_ids, rights)],
    ['not_an_allowed_actor', allowed_actors.length > 0 && !isOneOf(allowed_actors, issue, rights)],
    ['not_approved', lacksApproval(issue.subtype, approval, from, to)],
    ['open_blockers', mustBeUnblocked && obstacles.blockers.length + obstacles.hidden_blockers > 0],
    ['open_children', mustBeUnblocked && obstacles.children.length + obstacles.hidden_children > 0],
  ]
  return [...new Set(causes.filter(([, applies]) => applies).map(([reason]) => reason))]
}

/** True if the members of an issue have the values of a condition. */
const meetsCondition = (issue: object, condition: TransitionView['condition']) =>
  Object.entries(condition).every(([path, value]) => (valueAt(issue, path) ?? null) === value)

/** The permission that a transition requires and the user does not have. */
export function missingPermission(
  { required_permission }: TransitionView,
  { may_manage, may_delete }: ActorRights,
): TransitionView['required_permission'] | undefined {
  if (required_permission === null) return undefined
  const isGranted = required_permission === 'issues:delete' ? may_delete : may_manage
  return isGranted ? undefined : required_permission
}

const isInOneOf = (groups: TransitionView['allowed_group_ids'], { group_ids }: ActorRights) =>
  groups.some((group) => group_ids.includes(group))

function isOneOf(
  actors: TransitionView['allowed_actors'],
  { reporter_id, assignee_id }: TransitionFacts['issue'],
  { user_id, is_watcher }: ActorRights,
): boolean {
  const isActor = {
    reporter: reporter_id === user_id,
    assignee: assignee_id === user_id,
    watcher: is_watcher,
  }
  return actors.some((actor) => isActor[actor])
}
