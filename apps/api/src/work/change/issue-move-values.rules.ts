import type { IssueSubtype } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import {
  hasValue,
  isClosed,
  statusErrors,
  waitsForApprovers,
} from '../configuration/issue-lifecycle.rules.ts'
import { pointerTo, screenErrors } from '../configuration/issue-screens.rules.ts'
import { type TransitionView, valueAt } from '../configuration/issue-transitions.rules.ts'
import type { Move } from './issue-moves.rules.ts'

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
export function errorsOfMove(
  { transition, screen, required }: Move,
  given: object,
  after: object,
  comment: string | undefined,
  ofStatus: readonly FieldError[],
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
    ...ofStatus,
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
export const requestedPaths = ({ screen, to, required }: Move, subtype: IssueSubtype): string[] => [
  ...required.map(({ path }) => path),
  ...screen.filter((member) => !member.is_hidden && !member.is_read_only).map(({ path }) => path),
  ...statusErrors(subtype, {}, to).map(({ field }) => field.slice(1).replace('/', '.')),
  ...(isClosed(to.category) ? ['resolution', 'details.resolution_code'] : []),
  ...(to.pauses_clock ? ['details.resume_at'] : []),
  ...(waitsForApprovers(subtype, to) ? ['details.approver_ids'] : []),
]
