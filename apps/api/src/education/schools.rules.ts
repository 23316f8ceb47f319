import { invalid } from '../kernel/problem.ts'

/** A school names each grade level once. */
export function assertNamedOnce(ids: readonly string[]): void {
  const repeated = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (repeated < 0) return
  throw invalid({
    field: `/grade_level_ids/${repeated}`,
    code: 'not_allowed_value',
    message: 'the grade level is named already',
  })
}
