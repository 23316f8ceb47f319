import { partsOf, readLook } from '../preferences.ts'

/** A moment where the reader is, as the field for a date and a time takes it: `2026-11-27T14:05`. */
export function localMoment(at: string | number, look = readLook()): string {
  const part = partsOf(at, { ...look, locale: 'en', time_format: 'h24' })
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The moment that such a field means, as the service takes it. */
export function momentOf(local: string, look = readLook()): string {
  const asUtc = Date.parse(`${local}Z`)
  const aheadAt = (at: number) => Date.parse(`${localMoment(at, look)}Z`) - at
  // Between the two the clock may be put forward or back: what counts is how far it is ahead at the moment itself.
  return new Date(asUtc - aheadAt(asUtc - aheadAt(asUtc))).toISOString()
}
