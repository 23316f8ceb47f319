import { describe, expect, test } from 'vitest'
import { factOf, refusal, unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
const enrollments = () => world.client.schoolEnrollments

async function enroll(changes: object = {}) {
  const place = {
    person_id: await world.person(),
    calendar_id: await world.calendar(),
    entry_date: '2024-09-02',
  }
  return enrollments().create({ ...place, ...changes })
}

describe('enrolling', () => {
  test('begins today where the school is', async () => {
    const { id: school_id } = await world.client.schools.create({
      name: unique('S'),
      timezone: 'Pacific/Kiritimati',
    })
    const { entry_date, periods } = await enroll({
      entry_date: undefined,
      calendar_id: await world.calendar({ school_id }),
    })
    const there = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
    expect(entry_date).toBe(there)
    expect(periods).toEqual([
      { entry_date, entry_type: 'new', exit_date: null, exit_type: null, reason: null },
    ])
  })

  test('succeeds once for a person and a calendar, however many try at once', async () => {
    const place = { person_id: await world.person(), calendar_id: await world.calendar() }
    const answers = await Promise.all(Array.from({ length: 16 }, () => refusal(enrollments().create(place))))
    expect(answers.filter((one) => one === undefined)).toHaveLength(1)
    expect(answers.filter((one) => one !== undefined)).toEqual(Array(15).fill([409, 'already_exists']))
    expect(await world.client.persons.schoolEnrollments.list({ person_id: place.person_id })).toHaveLength(1)
  })

  test('gets school and year from the calendar', async () => {
    const [school_id, school_year_id] = [await world.school(), await world.year()]
    const calendar_id = await world.calendar({ school_id, calendar_id: school_year_id })
    expect(await enroll({ calendar_id })).toMatchObject({ school_id, school_year_id, calendar_id })
  })

  test('requires a school and a year in use', async () => {
    const school_id = await world.school()
    const calendar_id = await world.calendar({ school_id })
    await world.client.schools.archive({ school_id })
    expect(await refusal(enroll({ calendar_id }))).toEqual([
      422,
      'validation_failed',
      '/calendar_id reference_archived',
    ])
    const path = { school_calendar_id: calendar_id }
    expect(
      await refusal(
        world.client.schoolCalendars.enrollments.create(path, { person_id: await world.person() }),
      ),
    ).toEqual([409, 'record_archived'])
  })

  test('in a grade level that belongs to another school is refused', async () => {
    const grade_level_id = await world.gradeLevel(await world.school())
    expect(await refusal(enroll({ grade_level_id }))).toEqual([
      422,
      'validation_failed',
      '/grade_level_id not_allowed_value',
    ])
  })
})

describe('periods', () => {
  test('have every stay, and entry and exit are the latest', async () => {
    const { id: school_enrollment_id } = await enroll()
    const left = await enrollments().withdraw(
      { school_enrollment_id },
      { exit_date: '2025-01-31', exit_type: 'moved', reason: 'Moved to Leeds' },
    )
    const first = { entry_date: '2024-09-02', entry_type: 'new', exit_date: '2025-01-31', exit_type: 'moved' }
    expect(left).toMatchObject({ ...first, exit_reason: 'Moved to Leeds' })
    expect(left.periods).toEqual([{ ...first, reason: 'Moved to Leeds' }])
    const back = await enrollments().reenroll({ school_enrollment_id }, { entry_date: '2025-03-01' })
    const second = { entry_date: '2025-03-01', entry_type: 're_entry', exit_date: null, exit_type: null }
    expect(back).toMatchObject({ status: 'enrolled', withdrawn_at: null, exit_reason: null, ...second })
    expect(back.periods).toEqual([left.periods[0], { ...second, reason: null }])
    expect(await enrollments().get({ school_enrollment_id })).toEqual(back)
  })

  test('end after they begin, and begin after the one before', async () => {
    const { id: school_enrollment_id } = await enroll()
    const withdraw = (exit_date: string) => enrollments().withdraw({ school_enrollment_id }, { exit_date })
    const reenroll = (entry_date: string) => enrollments().reenroll({ school_enrollment_id }, { entry_date })
    expect(await refusal(withdraw('2024-09-01'))).toEqual([
      422,
      'validation_failed',
      '/exit_date out_of_range',
    ])
    await withdraw('2024-09-02')
    expect(await refusal(reenroll('2024-09-01'))).toEqual([
      422,
      'validation_failed',
      '/entry_date out_of_range',
    ])
    await reenroll('2024-09-02')
  })

  test('are corrected with the enrollment', async () => {
    const { id: school_enrollment_id } = await enroll()
    const update = (body: object) => enrollments().update({ school_enrollment_id }, body)
    expect(await refusal(update({ exit_date: '2025-01-31' }))).toEqual([
      422,
      'validation_failed',
      '/exit_date must_be_null',
    ])
    await enrollments().withdraw({ school_enrollment_id }, { exit_date: '2025-01-31' })
    const { periods } = await update({
      entry_date: '2024-08-26',
      exit_date: '2025-02-28',
      exit_type: 'dropout',
    })
    expect(periods).toMatchObject([
      { entry_date: '2024-08-26', exit_date: '2025-02-28', exit_type: 'dropout' },
    ])
    expect(await refusal(update({ exit_date: null }))).toEqual([
      422,
      'validation_failed',
      '/exit_date not_allowed_value',
    ])
  })

  test('are not opened while another enrollment on the calendar is open', async () => {
    const { id: school_enrollment_id, person_id, calendar_id } = await enroll()
    await enrollments().withdraw({ school_enrollment_id })
    await enroll({ person_id, calendar_id })
    expect(await refusal(enrollments().reenroll({ school_enrollment_id }))).toEqual([409, 'already_exists'])
    expect((await enrollments().get({ school_enrollment_id })).periods).toHaveLength(1)
  })
})

test('a refusal names its reason, and what to do', async () => {
  const here = await enroll()
  const { person_id, calendar_id } = here
  const there = await enroll({ person_id })
  const path = { school_enrollment_id: there.id }
  const twice = 'The person is enrolled on this calendar already.'
  const list = 'GET /persons/{person_id}/school-enrollments'
  for (const attempt of [
    () => enrollments().create({ person_id, calendar_id }),
    () => world.client.schoolCalendars.enrollments.create({ school_calendar_id: calendar_id }, { person_id }),
    () => enrollments().update(path, { calendar_id }),
    () => enrollments().transfer(path, { calendar_id }),
  ]) {
    const detail = await factOf(attempt(), 'detail')
    expect(detail).toContain(twice)
    expect(detail).toContain(list)
  }
  expect(await factOf(enrollments().transfer(path, { entry_date: '2025-02-01' }), 'detail')).toContain(
    'send calendar_id as well to create one',
  )
  await enrollments().withdraw(path)
  expect(await factOf(enrollments().update(path, { exit_date: null }), 'detail')).toContain(
    'POST /school-enrollments/{school_enrollment_id}/reenroll',
  )
  await enroll({ person_id, calendar_id: there.calendar_id })
  expect(await factOf(enrollments().reenroll(path), 'detail')).toContain(twice)
})

describe('a transfer', () => {
  test('ends one enrollment and begins another, and both name each other', async () => {
    const grade_level_id = await world.gradeLevel()
    const calendar_id = await world.calendar()
    const { id: school_enrollment_id } = await enroll({ grade_level_id })
    const left = await enrollments().transfer(
      { school_enrollment_id },
      { calendar_id, exit_date: '2025-01-31' },
    )
    expect(left).toMatchObject({ status: 'transferred', exit_date: '2025-01-31', exit_type: 'transferred' })
    const there = await enrollments().get({ school_enrollment_id: left.transferred_to_enrollment_id ?? '' })
    expect(there).toMatchObject({
      calendar_id,
      status: 'enrolled',
      grade_level_id,
      entry_date: '2025-01-31',
      entry_type: 'transfer',
      transferred_from_enrollment_id: school_enrollment_id,
    })
  })

  test('without a calendar enrolls nobody', async () => {
    const { id: school_enrollment_id, person_id } = await enroll()
    const path = { school_enrollment_id }
    expect(await refusal(enrollments().transfer(path, { entry_date: '2025-02-01' }))).toEqual([
      422,
      'validation_failed',
      '/entry_date must_be_null',
    ])
    const left = await enrollments().transfer(path)
    expect(left).toMatchObject({ status: 'transferred', transferred_to_enrollment_id: null })
    expect(await world.client.persons.schoolEnrollments.list({ person_id })).toHaveLength(1)
  })

  test('that cannot end where it shall leaves nothing', async () => {
    const there = await enroll()
    const here = await enroll({ person_id: there.person_id })
    const path = { school_enrollment_id: here.id }
    expect(await refusal(enrollments().transfer(path, { calendar_id: there.calendar_id }))).toEqual([
      409,
      'already_exists',
    ])
    expect(await refusal(enrollments().transfer(path, { calendar_id: here.calendar_id }))).toEqual([
      422,
      'validation_failed',
      '/calendar_id not_allowed_value',
    ])
    expect(await enrollments().get(path)).toEqual(here)
    expect(await world.client.persons.schoolEnrollments.list({ person_id: here.person_id })).toHaveLength(2)
  })

  test('is undone by taking the enrollment up again; the other one can go then', async () => {
    const { id: school_enrollment_id } = await enroll()
    const left = await enrollments().transfer(
      { school_enrollment_id },
      { calendar_id: await world.calendar() },
    )
    const there = { school_enrollment_id: left.transferred_to_enrollment_id ?? '' }
    expect(await factOf(enrollments().delete(there), 'dependents')).toEqual({ school_enrollments: 1 })
    const back = await enrollments().reenroll({ school_enrollment_id })
    expect(back.transferred_to_enrollment_id).toBeNull()
    expect((await enrollments().get(there)).transferred_from_enrollment_id).toBeNull()
    await enrollments().delete(there)
  })

  test('takes the primary enrollment along within the year', async () => {
    const calendar_id = await world.year()
    const from = await world.calendar({ calendar_id })
    const { id: school_enrollment_id } = await enroll({ calendar_id: from, is_primary: true })
    const left = await enrollments().transfer(
      { school_enrollment_id },
      { calendar_id: await world.calendar({ calendar_id }) },
    )
    const there = await enrollments().get({ school_enrollment_id: left.transferred_to_enrollment_id ?? '' })
    expect([left.is_primary, there.is_primary]).toEqual([false, true])
  })
})

test('of a person’s enrollments in a year one is the primary one, whoever is quick', async () => {
  const [person_id, calendar_id] = [await world.person(), await world.year()]
  const made = await Promise.all(
    Array.from({ length: 6 }, async () =>
      enroll({ person_id, calendar_id: await world.calendar({ calendar_id }), is_primary: true }),
    ),
  )
  const primary = () => world.client.persons.schoolEnrollments.list({ person_id }, { is_primary: true })
  expect(await primary()).toHaveLength(1)
  await Promise.all(
    [...made, ...made].map(({ id }) =>
      enrollments().update({ school_enrollment_id: id }, { is_primary: true }),
    ),
  )
  expect(await primary()).toHaveLength(1)
})

describe('a PATCH', () => {
  const path = ({ id }: { id: string }) => ({ school_enrollment_id: id })

  test('corrects the calendar until the first move', async () => {
    const before = await enroll({ is_primary: true })
    const calendar_id = await world.calendar()
    const moved = await enrollments().update(path(before), { calendar_id })
    const { school_id, calendar_id: school_year_id } = await world.client.schoolCalendars.get({
      school_calendar_id: calendar_id,
    })
    expect(moved).toMatchObject({ calendar_id, school_id, school_year_id, is_primary: true })
    await enrollments().withdraw(path(before))
    expect(await refusal(enrollments().update(path(before), { calendar_id: before.calendar_id }))).toEqual([
      422,
      'validation_failed',
      '/calendar_id read_only',
    ])
  })

  test('of the status makes the move with what is sent for it', async () => {
    const before = await enroll()
    const left = await enrollments().update(path(before), {
      ...before,
      status: 'withdrawn',
      exit_date: '2024-10-31',
      exit_type: 'moved',
      exit_reason: 'To another town',
    })
    expect(left).toMatchObject({
      status: 'withdrawn',
      exit_date: '2024-10-31',
      exit_type: 'moved',
      exit_reason: 'To another town',
      withdrawn_at: expect.any(String),
    })
    expect(left.periods.at(-1)).toMatchObject({ exit_date: '2024-10-31', reason: 'To another town' })
    const back = await enrollments().update(path(before), { status: 'enrolled', entry_date: '2024-11-04' })
    expect(back).toMatchObject({ status: 'enrolled', entry_date: '2024-11-04', exit_date: null })
    expect(back.periods).toHaveLength(2)
  })
})
