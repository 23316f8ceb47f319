import type { IssueSubtype } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import { detailsErrors } from '../fields/issue-details.rules.ts'
import { hasValue } from './issue-lifecycle.rules.ts'
import { valueAt } from './issue-transitions.rules.ts'

/** The settings of a screen for a member of an issue. */
export interface ScreenMember {
  readonly path: string
  readonly is_required: boolean
  readonly is_read_only: boolean
  readonly is_hidden: boolean
  readonly enforce_on_update: boolean
  readonly default_value: unknown
}

/** The operation for which a screen is used. */
export type Occasion = 'create' | 'update' | 'transition'

/** The JSON Pointer of a member: `details.impact` is `/details/impact`. */
export const pointerTo = (path: string) => `/${path.replaceAll('.', '/')}`

/** The errors of members that a screen hides or makes read-only. */
export const lockedErrors = (screen: readonly ScreenMember[], body: object): FieldError[] =>
  screen
    .filter(
      ({ path, is_hidden, is_read_only }) => (is_hidden || is_read_only) && valueAt(body, path) !== undefined,
    )
    .map(({ path }) => ({
      field: pointerTo(path),
      code: 'read_only',
      message: 'the screen hides this field or makes it read-only; leave it out',
    }))

/** The errors of a body by the rules of a screen; `after` is the issue after the change. */
export function screenErrors(
  screen: readonly ScreenMember[],
  occasion: Occasion,
  body: object,
  after: object,
): FieldError[] {
  return screen.flatMap((member): FieldError[] => {
    const given = valueAt(body, member.path)
    const locked = lockedErrors([member], body)
    if (locked.length > 0) return locked
    const isChecked = occasion !== 'update' || member.enforce_on_update || given !== undefined
    return member.is_required && isChecked && !hasValue(valueAt(after, member.path))
      ? [
          {
            field: pointerTo(member.path),
            code: 'required',
            message: 'the screen requires a value for this field',
          },
        ]
      : []
  })
}

/** The fields of a screen that have no value in `stored` and whose default is valid for the subtype. */
export const defaultsFor = (screen: readonly ScreenMember[], subtype: IssueSubtype, stored: object = {}) =>
  screen.filter(
    ({ path, default_value }) => !hasValue(valueAt(stored, path)) && isKnownTo(subtype, path, default_value),
  )

const isKnownTo = (subtype: IssueSubtype, path: string, value: unknown) =>
  !path.startsWith('details.') ||
  detailsErrors(subtype, { [path.slice('details.'.length)]: value }).length === 0

/** The body with the screen's defaults for missing members. */
export function withDefaults<B extends object>(screen: readonly ScreenMember[], body: B): B {
  return screen.reduce<B>(
    (filled, { path, default_value }) =>
      default_value === null || default_value === undefined || valueAt(filled, path) !== undefined
        ? filled
        : withValue(filled, path, default_value),
    body,
  )
}

/** A copy of the body with the value at a path of one or two segments. */
export function withValue<B extends object>(body: B, path: string, value: unknown): B {
  const [first = '', second] = path.split('.')
  if (second === undefined) return { ...body, [first]: value }
  return { ...body, [first]: { ...Object(Reflect.get(body, first)), [second]: value } }
}
