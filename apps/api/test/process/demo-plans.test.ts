import { expect, test } from 'vitest'
import { isOpen, leaveOut, planIssues } from '../../demo/issue-plans.ts'

const plans = planIssues(4_000, '2026-11-20')
const open = plans.filter(isOpen)

test('a district of fewer issues has all that are open, and closed ones of every month', () => {
  const some = leaveOut(plans, 800)
  expect(some).toHaveLength(800)
  expect(some.filter(isOpen)).toEqual(open)
  const monthsOf = (list: typeof some) => new Set(list.map(({ at }) => at.toISOString().slice(0, 7)))
  expect(monthsOf(some.filter((plan) => !isOpen(plan)))).toEqual(monthsOf(plans))
})

test.each([
  [1, open.length],
  [4_000, 4_000],
  [9_000, 4_000],
])('of %i issues, those that are open are made, and none that was not planned', (count, made) => {
  expect(leaveOut(plans, count)).toHaveLength(made)
})
