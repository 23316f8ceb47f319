import { describe, expect, it } from 'vitest'
import { localMoment, momentOf } from '../../src/records/moments.ts'

const lookIn = (timezone: string) =>
  ({ theme: 'system', locale: 'de', timezone, date_format: 'dd_mm_yyyy', time_format: 'h12' }) as const

describe('a field for a date and a time', () => {
  it.each([
    ['UTC', '2026-11-27T14:05', '2026-11-27T14:05:00.000Z'],
    ['Asia/Kathmandu', '2026-11-27T00:05', '2026-11-26T18:20:00.000Z'],
    ['America/New_York', '2026-11-26T23:05', '2026-11-27T04:05:00.000Z'],
    ['Pacific/Auckland', '2026-11-28T03:05', '2026-11-27T14:05:00.000Z'],
    // The hours around a change to or from daylight saving time.
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
  ])('is in the zone of the preferences, in both directions (%s, %s)', (zone, local, at) => {
    expect(momentOf(local, lookIn(zone))).toBe(at)
    expect(localMoment(at, lookIn(zone))).toBe(local)
  })
})
