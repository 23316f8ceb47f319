import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { run } from './run.ts'
import { operationOf, type Step } from './step.ts'
import { assets } from './steps/assets.ts'
import { education } from './steps/education.ts'
import { issueConfiguration } from './steps/issue-configuration.ts'
import { issues, projects } from './steps/issues.ts'
import { census, configurationItems, locations } from './steps/places-and-people.ts'
import { administration, me, ownTenant, signOut, signUp } from './steps/sign-up.ts'

/*
 * The first day of a client that knows only the names of operations and members. Every operation is sent once, in a sensible
 * order, with the smallest body that the names suggest.
 */

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const work = [
  ...me,
  ...administration,
  ...locations,
  ...census,
  ...configurationItems,
  ...projects,
  ...assets,
  ...issues,
  ...issueConfiguration,
  ...education,
  ...signOut,
]
const days: Readonly<Record<string, readonly Step[]>> = {
  newcomer: [...signUp, ...work],
  founder: [...signUp, ...ownTenant, ...work],
}

const ofAnother =
  'without users:write the new account is a sign-up like any other: it belongs to its user, not to the tenant'
const signsIn = {
  'PATCH /users/{user_id} {"username":"{me}.first"}':
    'whoever changes the name or address to sign in with gives the password, too: a token alone takes no account over',
}

/** Steps that are refused, with the reason. */
const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  newcomer: {
    ...signsIn,
    'PATCH /users/{user_id:guest} {"username":"{me}.guest"}': ofAnother,
    'POST /users/{user_id:guest}/deactivate': ofAnother,
    'POST /users/{user_id:guest}/restore': ofAnother,
    'DELETE /users/{user_id:guest}': ofAnother,
  },
  founder: signsIn,
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['newcomer', 12],
  ['founder', 6],
] as const)('the first day of a %s works at the first try', async (me, most) => {
  const steps = days[me] ?? []
  const variables = { me, today: day(0), start: day(-60), end: day(300) }
  const refusals = await run(service.address, steps, variables)
  console.info(`first day of a ${me}: ${steps.length - refusals.length} of ${steps.length} at the first try`)
  for (const { step, status, answer } of refusals) console.info(`  ${step}\n    ${status} ${answer}`)
  expect(refusals.map(({ step }) => step).sort()).toEqual(Object.keys(refused[me] ?? {}).sort())
  expect(refusals.length).toBeLessThanOrEqual(most)
})

test('the day calls every operation of the interface that was asked for', () => {
  const [, ...rows] = readFileSync(new URL('../generated/interface-operations.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const requests = rows.map((row) => row.replace('\t', ' '))
  const called = new Set([...signUp, ...work].map(operationOf))
  expect(requests).toHaveLength(260)
  expect(requests.filter((operation) => !called.has(operation))).toEqual([])
})
