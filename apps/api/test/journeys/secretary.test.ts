import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'
import { countedClient } from './counted-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const PUPILS = 25

test('a secretary ends a school year for 25 pupils and begins the next', async () => {
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  const { client, calls } = countedClient(service, user.token, tenantId)

  // The ending year: twenty-four pupils in grade 6, and one in the last grade.
  const school = await client.schools.create({ name: 'Riverside', timezone: 'Europe/Berlin' })
  const other = await client.schools.create({ name: 'Hillside' })
  const ending = await client.schoolYears.create({ name: '2023/24', start: '2023-08-01', end: '2024-07-31' })
  const { id: former } = await client.schoolCalendars.create({
    name: 'Riverside 2023/24',
    school_id: school.id,
    calendar_id: ending.id,
  })
  const levels = new Map((await client.schoolGradeLevels.list()).map((level) => [level.id, level]))
  const levelOf = (levelKey: string) => [...levels.values()].find(({ key }) => key === levelKey)?.id ?? ''
  for (let n = 1; n <= PUPILS; n += 1) {
    const pupil = await client.persons.create({
      identity: { first_name: 'Pupil', last_name: String(n).padStart(2, '0') },
    })
    await client.schoolEnrollments.create({
      person_id: pupil.id,
      calendar_id: former,
      grade_level_id: levelOf(n === PUPILS ? 'grade_12' : 'grade_6'),
      entry_date: '2023-08-21',
    })
  }

  // The change to the next school year.
  const before = calls()
  const year = await client.schoolYears.create({ name: '2024/25', start: '2024-08-01', end: '2025-07-31' })
  await client.schoolYears.makeCurrent({ school_year_id: year.id })
  const calendarAt = async (school_id: string, name: string) =>
    (await client.schoolCalendars.create({ name, school_id, calendar_id: year.id })).id
  const next = await calendarAt(school.id, 'Riverside 2024/25')
  const elsewhere = await calendarAt(other.id, 'Hillside 2024/25')
  const enrolled = await client.schoolCalendars.enrollments.list(
    { school_calendar_id: former },
    { status: ['enrolled'], sort: ['id'] },
  )
  expect(enrolled).toHaveLength(PUPILS)
  const last = { exit_date: '2024-07-17' }
  for (const [at, { id, person_id, grade_level_id }] of enrolled.entries()) {
    const of = { school_enrollment_id: id }
    const level = levels.get(grade_level_id ?? '')
    const above = level?.next_grade_level_id ?? null
    if (level?.is_final) await client.schoolEnrollments.graduate(of, last)
    else if (at < 2) await client.schoolEnrollments.withdraw(of, { ...last, exit_type: 'moved' })
    else if (at < 5)
      await client.schoolEnrollments.transfer(of, {
        ...last,
        calendar_id: elsewhere,
        grade_level_id: above,
      })
    else {
      await client.schoolEnrollments.complete(of, last)
      await client.schoolEnrollments.create({
        person_id,
        calendar_id: next,
        grade_level_id: above,
        entry_date: '2024-08-19',
        entry_type: 'next_year',
      })
    }
  }

  const begun = await client.schoolYears.enrollments.list({ school_year_id: year.id })
  expect(begun.filter(({ calendar_id }) => calendar_id === next)).toHaveLength(19)
  const moved = begun.filter(({ calendar_id }) => calendar_id === elsewhere)
  expect(moved.map(({ entry_date }) => entry_date)).toEqual(['2024-08-01', '2024-08-01', '2024-08-01'])
  expect(new Set(begun.map(({ grade_level_id }) => grade_level_id))).toEqual(new Set([levelOf('grade_7')]))
  const ended = await client.schoolCalendars.enrollments.list({ school_calendar_id: former })
  const counts = new Map<string, number>()
  for (const { status } of ended) counts.set(status, (counts.get(status) ?? 0) + 1)
  expect(counts).toEqual(
    new Map([
      ['graduated', 1],
      ['completed', 19],
      ['transferred', 3],
      ['withdrawn', 2],
    ]),
  )
  const turn = calls() - before
  console.info(`secretary: ${turn} calls for ${PUPILS} pupils`)
  expect(turn).toBeLessThanOrEqual(2 * PUPILS + 2)
})
