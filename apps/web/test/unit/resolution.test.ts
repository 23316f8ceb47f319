import { expect, it } from 'vitest'
import { ownResolution, withoutRepeatedResolution } from '../../src/screens/issues/resolution.ts'

const details = { subtype: 'task' } as const

it.each([
  ['the code itself', { resolution_code: 'fixed' }, 'fixed', null],
  ['a text of its own', { resolution_code: 'fixed' }, 'A new cable', 'A new cable'],
  ['a text without a code', {}, 'system_update', 'system_update'],
  ['nothing', { resolution_code: null }, null, null],
])('the resolution is shown once: %s', (_, more, resolution, expected) => {
  expect(ownResolution({ details: { ...details, ...more }, resolution })).toBe(expected)
})

it('the history names a resolution once', () => {
  const code = { field: 'details.resolution_code', from: null, to: 'fixed' }
  const repeated = { field: 'resolution', from: null, to: 'fixed' }
  const own = { field: 'resolution', from: null, to: 'A new cable' }
  const title = { field: 'title', from: 'Wlan', to: 'Wifi' }
  expect(withoutRepeatedResolution([title, repeated, code])).toEqual([title, code])
  expect(withoutRepeatedResolution([own, code])).toEqual([own, code])
  expect(withoutRepeatedResolution([repeated])).toEqual([repeated])
})
