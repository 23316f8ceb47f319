import { describe, expect, test } from 'vitest'
import { entriesSince, releasedVersion } from '../scripts/compare/changelog.ts'
import type { ChangeClass } from '../scripts/compare/changes.ts'
import { faultsOf } from '../scripts/compare/faults.ts'
import { isBelow, lowestVersion } from '../scripts/compare/version.ts'
import { document } from '../scripts/document.ts'

const RELEASED = '# Changelog\n\nFor users.\n\n## 0.3.1 (2026-01-01)\n\n- First.\n'
const UNRELEASED = RELEASED.replace('## 0.3.1', '## Unreleased\n\n- News.\n\n## 0.3.1')

const state = (version: string, changelog: string) => ({
  document: { ...document, info: { ...document.info, version } },
  changelog,
})
const faults = (weight: ChangeClass, before: string, after: string, log = UNRELEASED, was = RELEASED) =>
  faultsOf([{ class: weight, at: '#', what: 'x' }], state(before, was), state(after, log)).length

test.each([
  ['0.3.1', 'breaking', '0.4.0'],
  ['0.3.1', 'additive', '0.3.2'],
  ['0.3.1', 'documentation', '0.3.1'],
  ['1.2.3', 'breaking', '2.0.0'],
  ['1.2.3', 'additive', '1.3.0'],
  ['1.2.3', 'documentation', '1.2.3'],
] as const)('after %s a %s change needs %s', (released, weight, lowest) => {
  expect(lowestVersion(released, weight)).toBe(lowest)
})

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.9.9', '1.0.0', true],
  ['0.2.0', '0.10.0', true],
  ['1.0.0', '1.0.0', false],
  ['2.0.0', '1.9.9', false],
])('%s is below %s: %s', (version, other, below) => {
  expect(isBelow(version, other)).toBe(below)
})

describe('the version', () => {
  test('moves as far as the change is heavy', () => {
    expect(faults('breaking', '0.3.1', '0.3.2')).toBe(1)
    expect(faults('breaking', '0.3.1', '0.4.0')).toBe(0)
    expect(faults('additive', '0.3.1', '0.3.1')).toBe(1)
    expect(faults('additive', '0.3.1', '0.3.2')).toBe(0)
    expect(faults('documentation', '0.3.1', '0.3.1')).toBe(0)
  })

  test('moves once for all changes between two releases', () => {
    expect(faults('additive', '0.4.0', '0.4.0')).toBe(0)
    expect(faults('breaking', '0.4.0', '0.4.0')).toBe(0)
    expect(faults('breaking', '0.3.2', '0.3.2')).toBe(1)
  })

  test('never goes back', () => {
    expect(faults('documentation', '0.4.0', '0.3.2')).toBe(1)
    expect(faultsOf([], state('0.4.0', RELEASED), state('0.3.9', RELEASED))).toHaveLength(1)
  })
})

describe('the change log', () => {
  test.each(['breaking', 'additive', 'documentation'] as const)('tells of a %s change', (weight) => {
    expect(faults(weight, '0.3.1', '0.4.0', RELEASED)).toBe(1)
    expect(faults(weight, '0.3.1', '0.4.0', UNRELEASED)).toBe(0)
  })

  test('may be released together with the change', () => {
    expect(faults('breaking', '0.4.0', '0.4.0', UNRELEASED.replace('Unreleased', '0.4.0'), UNRELEASED)).toBe(
      0,
    )
  })

  test('needs no entry when nothing changes', () => {
    expect(faultsOf([], state('0.3.1', RELEASED), state('0.3.1', RELEASED))).toEqual([])
  })

  test('is read by its headings', () => {
    expect([releasedVersion(UNRELEASED), releasedVersion('# Changelog\n')]).toEqual(['0.3.1', '0.0.0'])
    expect(entriesSince(UNRELEASED, '0.3.1')).toEqual(['- News.'])
    expect(entriesSince(RELEASED, '0.3.1')).toEqual([])
    expect(entriesSince('# Changelog\n\n## Unreleased\n\n- All.\n', '0.0.0')).toEqual(['- All.'])
  })
})
