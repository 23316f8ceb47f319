import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { applyLook, dayAhead } from '../../src/preferences.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['America/Los_Angeles', '2026-11-28T01:00:00Z', '2026-11-27', '2026-12-04'],
  ['Australia/Sydney', '2026-11-27T22:00:00Z', '2026-11-28', '2026-12-05'],
  ['UTC', '2026-11-27T23:59:59Z', '2026-11-27', '2026-12-04'],
  // A day with a change of the clock has 25 hours.
  ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25', '2026-11-01'],
])('today is the day where the reader is: %s at %s', (timezone, now, today, inAWeek) => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.useFakeTimers({ now: new Date(now) })
  applyLook({ theme: 'system', locale: 'de', timezone, date_format: 'dd_mm_yyyy', time_format: 'h12' })
  expect([dayAhead(0), dayAhead(7)]).toEqual([today, inAWeek])
})

it('no screen takes the day in UTC for the day of the reader', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const today = /new Date\((Date\.now\(\).*)?\)\.toISOString\(\)\.slice\(0, 10\)/
  const inUtc = files.filter(
    (file) => /\.tsx?$/.test(file) && today.test(readFileSync(source + file, 'utf8')),
  )
  expect(inUtc).toEqual([])
})
