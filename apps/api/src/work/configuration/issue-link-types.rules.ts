import { type FieldError, invalid } from '../../base/problem.ts'

interface Directions {
  readonly outward_name: string
  readonly inward_name: string
  readonly is_symmetric: boolean
  readonly is_blocking: boolean
  readonly is_acyclic: boolean
}

/**
 * Throws if a symmetric type has different names for its directions, or is blocking or acyclic. Reports all errors together.
 */
export function assertDirections(type: Directions): void {
  if (!type.is_symmetric) return
  const errors: FieldError[] = []
  if (type.inward_name !== type.outward_name)
    errors.push({
      field: 'inward_name',
      code: 'not_allowed_value',
      message: 'must be equal to outward_name, because the type is symmetric',
    })
  for (const field of ['is_blocking', 'is_acyclic'] as const)
    if (type[field])
      errors.push({
        field,
        code: 'not_allowed_value',
        message: 'must be false, because the type is symmetric',
      })
  if (errors.length > 0) throw invalid(...errors)
}
