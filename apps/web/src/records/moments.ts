import { partsOf, readLook } from '../preferences.ts'

/** A moment in the reader's time zone, as the value of a `datetime-local` input: `2026-11-27T14:05`. */
export function localMoment(at: string | number, look = readLook()): string {
  const part = partsOf(at, { ...look, locale: 'en', time_format: 'h24' })
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** Converts the value of such an input to a timestamp in UTC. */
export function momentOf(local: string, look = readLook()): string {
  const asUtc = Date.parse(`${local}Z`)
  const aheadAt = (at: number) => Date.parse(`${localMoment(at, look)}Z`) - at
  // The clock may be put forward or back between the two moments, so the offset is computed again at the estimated moment.
  return new Date(asUtc - aheadAt(asUtc - aheadAt(asUtc))).toISOString()
}
