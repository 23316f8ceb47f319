import { problems } from '@commonhold/contract'
import { expect, test } from 'vitest'
import { problemOf, useDesk } from '../work/desk.ts'
import { type AdviceCase, operationsIn, perform } from './advice/advice.ts'
import { assetAdvice } from './advice/assets.ts'
import { censusAdvice } from './advice/census.ts'
import { configurationAdvice } from './advice/configuration.ts'
import { educationAdvice } from './advice/education.ts'
import { issueAdvice } from './advice/issues.ts'
import { placeAdvice } from './advice/places.ts'
import { stockAdvice } from './advice/stock.ts'
import { systemAdvice } from './advice/system.ts'
import { operations } from './operations.ts'

const desk = useDesk()

const cases: readonly AdviceCase[] = [
  ...assetAdvice,
  ...stockAdvice,
  ...censusAdvice,
  ...educationAdvice,
  ...placeAdvice,
  ...configurationAdvice,
  ...issueAdvice,
  ...systemAdvice,
]

test.each(cases)('the advice for $name ($code) can be followed', async ({ code, advice, arrange }) => {
  const { send, named, follow, instead = send } = await arrange(desk)
  const refused = await problemOf(send())
  expect(refused).toMatchObject({ status: 409, code })
  expect(refused?.detail).toMatch(advice)
  const advised = operationsIn(refused?.detail ?? '')
  for (const { method, path } of advised) expect(places).toContain(`${method} ${path}`)
  if (named) {
    expect(advised).not.toEqual([])
    for (const operation of advised) expect(await perform(desk, operation, named)).toBeLessThan(300)
  }
  await follow?.()
  await instead()
})

const places = operations.map(({ endpoint: { method, path } }) => `${method.toUpperCase()} ${path}`)

test('every conflict has its advice followed', () => {
  const conflicts = Object.entries(problems).flatMap(([code, { status }]) => (status === 409 ? [code] : []))
  const untried = conflicts.filter((code) => !cases.some((one) => one.code === code))
  // The tests of quotas and of Idempotency-Key follow the advice of these two.
  expect(untried).toEqual(['quota_exceeded', 'idempotency_in_progress'])
})
