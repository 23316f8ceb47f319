import type { Fault } from '../kernel/problem.ts'
import type { TypeView } from './issue-configuration.repository.ts'
import type { Levels } from './issue-hierarchy.repository.ts'

/** What a request says of the place of an issue. */
interface Placed {
  readonly parent_id: string | null
  /** Whether the request names the parent, or else the type. */
  readonly namesParent: boolean
}

/** What is wrong with the place of an issue: it stands no higher than its parent, and a part of another has one. */
export function placeFaults(
  { key, hierarchy_level }: Pick<TypeView, 'key' | 'hierarchy_level'>,
  { above, below }: Levels,
  { parent_id, namesParent }: Placed,
): Fault[] {
  const faults: Fault[] = []
  if (parent_id === null && hierarchy_level < 0)
    faults.push({
      field: 'parent_id',
      code: 'required',
      message: `an issue of the type ${key} is a part of another one; name that one`,
    })
  if (above !== null && above < hierarchy_level)
    faults.push({
      field: namesParent ? 'parent_id' : 'issue_type',
      code: 'not_allowed_value',
      message: `an issue of the type ${key} stands higher than the parent; choose another parent or another type`,
    })
  if (below !== null && below > hierarchy_level)
    faults.push({
      field: 'issue_type',
      code: 'not_allowed_value',
      message: `the issue has parts that stand higher than the type ${key}; move those to another parent first`,
    })
  return faults
}
