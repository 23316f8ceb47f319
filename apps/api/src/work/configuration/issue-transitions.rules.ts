import type { IssueTransitionPermission } from '@commonhold/contract'
import { hasValue, isClosed, type StatusView } from './issue-lifecycle.rules.ts'

/** The members of a transition that the rules check. */
export interface TransitionView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly type: 'directed' | 'global'
  readonly from_status_id: string | null
  readonly to_status_id: string
  readonly screen_id: string | null
  readonly position: number
  readonly requires_comment: boolean
  readonly required_fields: readonly string[]
  readonly allowed_group_ids: readonly string[]
  readonly allowed_actors: readonly ('reporter' | 'assignee' | 'watcher')[]
  readonly required_permission: IssueTransitionPermission | null
  readonly condition: Readonly<Record<string, unknown>>
  readonly set_fields: Readonly<Record<string, unknown>>
  readonly allowed_values: Readonly<Record<string, readonly string[]>>
  readonly allows_open_blockers: boolean
}

/** The user who requests a transition, and that user's roles in the issue. */
export interface ActorRights {
  readonly user_id: string
  readonly group_ids: readonly string[]
  readonly is_watcher: boolean
  readonly may_write: boolean
  readonly may_manage: boolean
  readonly may_delete: boolean
}

/** The issues that block the closing of an issue. Issues that the caller may not read are counted but not listed. */
export interface Obstacles {
  readonly blockers: readonly { readonly id: string; readonly key: string }[]
  readonly children: readonly { readonly id: string; readonly key: string }[]
  readonly hidden_blockers: number
  readonly hidden_children: number
}

/** The reason why a user cannot make a transition, as a code. */
export type Reason =
  | 'record_archived'
  | 'condition_not_met'
  | 'permission_missing'
  | 'not_in_allowed_group'
  | 'not_an_allowed_actor'
  | 'not_approved'
  | 'open_blockers'
  | 'open_children'
  | 'status_not_active'

/** The value at a path such as `details.impact` in an issue. */
export function valueAt(issue: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    return value !== null && typeof value === 'object' ? Reflect.get(value, step) : undefined
  }, issue)
}

/** Members of an issue that name its reporter and its assignee. */
export interface Parties {
  readonly reporter_id: string | null
  readonly assignee_id: string | null
}

/** True if the members have the values of the condition. */
export const meetsCondition = (issue: object, condition: TransitionView['condition']) =>
  Object.entries(condition).every(([path, wanted]) => (valueAt(issue, path) ?? null) === wanted)

/** The reasons why a user may not make the transition, whatever values the request contains. */
export function refusals(transition: TransitionView, issue: Parties, actorRights: ActorRights): Reason[] {
  const reasons: Reason[] = []
  if (!holds(actorRights, transition.required_permission)) reasons.push('permission_missing')
  if (
    transition.allowed_group_ids.length > 0 &&
    !transition.allowed_group_ids.some((group) => actorRights.group_ids.includes(group))
  )
    reasons.push('not_in_allowed_group')
  if (transition.allowed_actors.length > 0 && !isAllowedActor(transition.allowed_actors, issue, actorRights))
    reasons.push('not_an_allowed_actor')
  return reasons
}

function holds(actorRights: ActorRights, permission: TransitionView['required_permission']): boolean {
  if (permission === null) return true
  return permission === 'issues:delete' ? actorRights.may_delete : actorRights.may_manage
}

/** The permission that the user lacks; undefined if the transition is rejected for other reasons. */
export function permissionLacked(
  transition: TransitionView,
  reasons: readonly Reason[],
): IssueTransitionPermission | undefined {
  return reasons.includes('permission_missing') ? (transition.required_permission ?? undefined) : undefined
}

function isAllowedActor(
  actors: TransitionView['allowed_actors'],
  issue: Parties,
  actorRights: ActorRights,
): boolean {
  const isActor = {
    reporter: issue.reporter_id === actorRights.user_id,
    assignee: issue.assignee_id === actorRights.user_id,
    watcher: actorRights.is_watcher,
  }
  return actors.some((actor) => isActor[actor])
}

/** The reasons why the transition cannot close the issue yet; empty if it does not close the issue. */
export function obstaclesTo(
  transition: TransitionView,
  from: StatusView,
  to: StatusView,
  { blockers, children, hidden_blockers, hidden_children }: Obstacles,
): Reason[] {
  if (transition.allows_open_blockers || !isClosed(to.category) || isClosed(from.category)) return []
  return [
    ...(blockers.length + hidden_blockers > 0 ? (['open_blockers'] as const) : []),
    ...(children.length + hidden_children > 0 ? (['open_children'] as const) : []),
  ]
}

/** The members of a field that determine what a transition requires. */
interface AskedField {
  readonly is_required: boolean
  readonly value: unknown
  readonly screen_default: unknown
}

/** How much input a transition requires: 0 = none, 1 = only values that the issue already has, 2 = a new value or a comment. */
export function demandOf(
  { screen_id, requires_comment }: TransitionView,
  requiredKeys: readonly string[],
  fields: readonly AskedField[],
): number {
  const isLacking = ({ is_required, value, screen_default }: AskedField) =>
    is_required && !hasValue(value) && !hasValue(screen_default)
  if (requires_comment || fields.some(isLacking)) return 2
  return screen_id === null && requiredKeys.length === 0 ? 0 : 1
}
