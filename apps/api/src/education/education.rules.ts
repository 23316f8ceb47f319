import { type FieldError, invalid } from '../base/problem.ts'

/** Returns an error unless the day lies within the bounds, both included. Days are compared as text. */
export function dayError(
  field: string,
  day: string,
  bounds: { readonly from?: string | null; readonly to?: string | null },
  message: string,
): FieldError[] {
  const isBefore = bounds.from != null && day < bounds.from
  const isAfter = bounds.to != null && day > bounds.to
  return isBefore || isAfter ? [{ field, code: 'out_of_range', message }] : []
}

/** Throws all errors together, if there are any. */
export function refuseErrors(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(...errors)
}

/** Throws if a share of full time has more than four decimals. */
export function assertShare(share: number | null | undefined): void {
  if (share == null || Number(share.toFixed(4)) === share) return
  throw invalid({
    field: 'full_time_equivalency',
    code: 'out_of_range',
    message: 'must have at most 4 decimals',
  })
}
