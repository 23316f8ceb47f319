import type { IssueTransitionPermission } from '@commonhold/contract'
import { hasValue } from './issue-lifecycle.rules.ts'

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

/** The value at a path such as `details.impact` in an issue. */
export function valueAt(issue: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    return value !== null && typeof value === 'object' ? Reflect.get(value, step) : undefined
  }, issue)
}

/** The members of a field that determine what a transition requires. */
interface RequestedField {
  readonly is_required: boolean
  readonly value: unknown
  readonly screen_default: unknown
}

/** How much input a transition requires: 0 = none, 1 = only values that the issue already has, 2 = a new value or a comment. */
export function demandOf(
  { screen_id, requires_comment }: TransitionView,
  requiredKeys: readonly string[],
  fields: readonly RequestedField[],
): number {
  const isLacking = ({ is_required, value, screen_default }: RequestedField) =>
    is_required && !hasValue(value) && !hasValue(screen_default)
  if (requires_comment || fields.some(isLacking)) return 2
  return screen_id === null && requiredKeys.length === 0 ? 0 : 1
}
