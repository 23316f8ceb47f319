import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../database.ts'
import { endpointOf } from '../generated/operations.ts'
import { canQueueMail } from '../generated/worlds.ts'
import { startService } from '../service.ts'
import { TenantPlans } from '../tenant-plans.ts'
import { narrowings, readCatalogue } from './catalogue.ts'
import { readRecording } from './recording.ts'
import { daysSince, lostMembers, replay } from './replay.ts'
import { settings } from './settings.ts'
import type { SentStatement } from './statements.ts'

/** The recording of the previous release, which serves during an upgrade. `pnpm record-release` wrote it. */
const before = readRecording()
const plans = new TenantPlans(inject('cluster'), inject('plans').database)

afterAll(() => plans.end())

/** New rules that the rows of the previous release satisfy, with the reason. */
const unchanged: readonly RegExp[] = [
  // The new rule only adds kinds of mails.
  /^mail_outbox has a new rule: CHECK \(\(kind = ANY /,
]

test('the schema takes what the release before writes', async () => {
  const database = await createDatabase()
  const now = await readCatalogue(database.sql)
  await database.drop()
  expect(before.catalogue.columns.length).toBeGreaterThan(500)
  const found = narrowings(before.catalogue, now)
  expect(found.filter((one) => !unchanged.some((rule) => rule.test(one)))).toEqual([])
})

test('the database runs every statement of the release before', async () => {
  expect(before.statements.length).toBeGreaterThan(500)
  expect((await failuresOf(plans, before.statements)).join('\n')).toBe('')
})

/** The statements that the database cannot plan, each with the reason. */
async function failuresOf(on: TenantPlans, statements: readonly SentStatement[]): Promise<string[]> {
  const failures: string[] = []
  for (const [text, parameters] of statements) {
    const breaches = await on.breaches(text, parameters)
    failures.push(...breaches.filter((one) => one.startsWith('no plan')).map((one) => `${one}\n${text}\n`))
  }
  return failures
}

test.each([
  ['alter table assets rename column name to title', 'assets.name is gone'],
  ['alter table assets add column x text not null', 'assets.x must not be null'],
  ['alter table assets alter column serial_number set not null', 'assets.serial_number must not be null'],
  [`alter table assets add check (name <> '')`, 'assets has a new rule: CHECK'],
  ['create unique index on assets (tenant_id, name)', 'assets has a new rule: UNIQUE'],
])('a migration that breaks it is refused: %s', async (migration, narrowing) => {
  const database = await createDatabase()
  await database.sql.unsafe(migration)
  const found = narrowings(before.catalogue, await readCatalogue(database.sql))
  await database.drop()
  expect(found.join('\n')).toContain(narrowing)
})

test.each([
  ['alter table assets rename column name to title', /"assets"/, 'name'],
  ['drop function commonhold_reads cascade', /commonhold_reads/, 'function commonhold_reads'],
])('a statement that a migration breaks is found: %s', async (migration, touched, failure) => {
  const database = await createDatabase()
  await database.sql.unsafe(migration)
  const broken = new TenantPlans(inject('cluster'), database.owner.database ?? '')
  const statements = before.statements.filter(([text]) => touched.test(text)).slice(0, 50)
  const found = await failuresOf(broken, statements)
  await broken.end()
  await database.drop()
  expect(found.join('\n')).toContain(failure)
})

test('clients of the release before get the answers that they got', async () => {
  const service = await startService({ ...canQueueMail, ...settings })
  const replayed = await replay(service.address, before.requests, daysSince(before.day))
  await service.stop()
  const others = replayed.filter(({ request, status }) => status !== request.status)
  expect(
    others.map(({ request, status, text }) => ({ ...request, status, text, was: request.status })),
  ).toEqual([])
  const members = Map.groupBy(replayed, ({ request }) => operationOf(request.method, request.path))
  const lost = [...members].flatMap(([operation, answers]) => {
    const now = answers.flatMap((answer) => answer.members)
    const former = new Set(answers.flatMap(({ request }) => request.members))
    return lostMembers([...former], now).map((member) => `${operation}: ${member}`)
  })
  expect(lost).toEqual([])
  expect(members.size).toBeGreaterThan(200)
})

/** The operation of a recorded request, whose path has placeholders for ids. */
function operationOf(method: string, path: string): string {
  const [place = ''] = path.replace(/\{\{[^}]*\}\}/g, 'x').split('?')
  return endpointOf(method, place)?.operationId ?? place
}
