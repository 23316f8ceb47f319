import { type Fault, invalid } from '../base/problem.ts'

/** A day is refused unless it lies within the bounds, both included; days compare as text. */
export function dayFault(
  field: string,
  day: string,
  bounds: { readonly from?: string | null; readonly to?: string | null },
  message: string,
): Fault[] {
  const isBefore = bounds.from != null && day < bounds.from
  const isAfter = bounds.to != null && day > bounds.to
  return isBefore || isAfter ? [{ field, code: 'out_of_range', message }] : []
}

/** Throws all faults at once, if there are any. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(...faults)
}

/** A share of full time has at most four decimals. */
export function assertShare(share: number | null | undefined): void {
  if (share == null || Number(share.toFixed(4)) === share) return
  throw invalid({
    field: 'full_time_equivalency',
    code: 'out_of_range',
    message: 'must have at most 4 decimals',
  })
}
