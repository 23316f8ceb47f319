import type { FieldError } from '../../base/problem.ts'
import type { TypeView } from './issue-configuration.rules.ts'
import type { Levels } from './issue-hierarchy.repository.ts'

/** The parent of an issue in a request. */
interface Placed {
  readonly parent_id: string | null
  /** True if the request changes the parent; false if it changes the type. Errors point to that member. */
  readonly namesParent: boolean
}

/** The errors of an issue's level: it must not exceed the parent's or be below its children's, and level -1 needs a parent. */
export function placeErrors(
  { key, hierarchy_level }: Pick<TypeView, 'key' | 'hierarchy_level'>,
  { above, below }: Levels,
  { parent_id, namesParent }: Placed,
): FieldError[] {
  const errors: FieldError[] = []
  if (parent_id === null && hierarchy_level < 0)
    errors.push({
      field: 'parent_id',
      code: 'required',
      message: `an issue of the type ${key} needs a parent; send parent_id`,
    })
  if (above !== null && above < hierarchy_level)
    errors.push({
      field: namesParent ? 'parent_id' : 'issue_type',
      code: 'not_allowed_value',
      message: `the type ${key} has a higher level than the parent; choose another parent or another type`,
    })
  if (below !== null && below > hierarchy_level)
    errors.push({
      field: 'issue_type',
      code: 'not_allowed_value',
      message: `the issue has children with a higher level than the type ${key}; move those to another parent first`,
    })
  return errors
}
