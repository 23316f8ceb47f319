import type { FieldError } from '../../base/problem.ts'
import type { NamedField } from './issue-workflow-transitions.store.ts'

/** The members of a transition that refer to fields, groups and roles. */
export interface TransitionRules {
  readonly required_fields: readonly string[]
  readonly allowed_group_ids: readonly string[]
  readonly allowed_actors: readonly string[]
  readonly condition: Readonly<Record<string, unknown>>
  readonly set_fields: Readonly<Record<string, unknown>>
  readonly allowed_values: Readonly<Record<string, readonly string[]>>
}

const MAX_PATHS = 50

/** The members of a transition that are maps from a path in the issue to a value. */
type ByPath = 'condition' | 'set_fields' | 'allowed_values'

/** The JSON Pointer of a value in the body, from its path in the issue. */
export const pointerIn = (member: ByPath, path: string) =>
  `/${member}/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** All errors of a transition, given the existing fields. */
export function transitionErrors(rules: TransitionRules, fields: readonly NamedField[]): FieldError[] {
  return [
    ...repeated('required_fields', rules.required_fields),
    ...repeated('allowed_group_ids', rules.allowed_group_ids),
    ...repeated('allowed_actors', rules.allowed_actors),
    ...rules.required_fields.flatMap((key, at): FieldError[] =>
      fields.some((field) => field.key === key)
        ? []
        : [
            {
              field: `/required_fields/${at}`,
              code: 'not_allowed_value',
              message: 'no issue field has this key; GET /issue-fields lists the keys',
            },
          ],
    ),
    ...pathErrors('condition', rules.condition, fields),
    ...pathErrors('set_fields', rules.set_fields, fields),
    ...pathErrors('allowed_values', rules.allowed_values, fields),
  ]
}

const repeated = (member: string, values: readonly string[]): FieldError[] =>
  values.flatMap((value, at) =>
    values.indexOf(value) < at
      ? [
          {
            field: `/${member}/${at}`,
            code: 'not_allowed_value',
            message: 'is in the list already; leave it out',
          } as const,
        ]
      : [],
  )

function pathErrors(
  member: ByPath,
  values: Readonly<Record<string, unknown>>,
  fields: readonly NamedField[],
): FieldError[] {
  const entries = Object.entries(values)
  if (entries.length > MAX_PATHS)
    return [{ field: member, code: 'too_long', message: `must have at most ${MAX_PATHS} members` }]
  return entries.flatMap(([path, value]): FieldError[] => {
    const pointer = pointerIn(member, path)
    if (fields.every((field) => field.path !== path))
      return [
        {
          field: pointer,
          code: 'not_allowed_value',
          message: 'no issue field has this path; GET /issue-fields lists the paths',
        },
      ]
    if (member === 'condition' && typeof value === 'object' && value !== null)
      return [
        { field: pointer, code: 'invalid_type', message: 'must be a text, a number, true, false or null' },
      ]
    return []
  })
}
