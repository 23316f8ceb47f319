import { describe, expect, test } from 'vitest'
import { factOf, refusal, unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
const enrollments = () => world.client.schoolEnrollments
const employments = () => world.client.schoolEmployments
const assignments = () => world.client.employmentAssignments

const AHEAD = '2027-03-01'

async function enroll(changes: object = {}) {
  const { id } = await enrollments().create({
    person_id: await world.person(),
    calendar_id: await world.calendar(),
    entry_date: '2024-09-02',
    ...changes,
  })
  return { school_enrollment_id: id }
}

async function hired(changes: object = { hire_date: '2024-08-01' }) {
  const body = { person_id: await world.person(), school_id: await world.school() }
  const { id } = await employments().create(body)
  const of = { school_employment_id: id }
  return { of, ...(await employments().hire(of, changes)) }
}

async function assign(school_employment_id: string, changes: object = {}) {
  const key = unique('role')
  const type = await world.client.employmentAssignmentTypes.create({ key, name: key })
  const { id } = await assignments().create({
    school_employment_id,
    calendar_id: await world.calendar(),
    assignment_type_id: type.id,
    ...changes,
  })
  return { assignment_id: id }
}

const outOfRange = (field: string) => [422, 'validation_failed', `/${field} out_of_range`]

describe('the day of a move', () => {
  test('is the day of its moment', async () => {
    const left = await enrollments().withdraw(await enroll(), { exit_date: '2025-01-31' })
    expect(left.withdrawn_at?.slice(0, 10)).toBe('2025-01-31')
    const { of, hired_at } = await hired()
    expect(hired_at?.slice(0, 10)).toBe('2024-08-01')
    const { assignment_id } = await assign(of.school_employment_id)
    const { started_at } = await assignments().start({ assignment_id }, { start_date: '2024-09-01' })
    expect(started_at?.slice(0, 10)).toBe('2024-09-01')
    const { terminated_at } = await employments().terminate(of, { end_date: '2025-06-30' })
    expect(terminated_at?.slice(0, 10)).toBe('2025-06-30')
    const ended = await assignments().get({ assignment_id })
    expect([ended.end_date, ended.ended_at?.slice(0, 10)]).toEqual(['2025-06-30', '2025-06-30'])
  })

  test('follows from its moment, as it is where the school is', async () => {
    const occurred_at = '2025-01-31T23:30:00Z'
    const school = await world.client.schools.create({ name: unique('S'), timezone: 'Asia/Tokyo' })
    const calendar_id = await world.calendar({ school_id: school.id })
    const there = await enrollments().withdraw(await enroll({ calendar_id }), { occurred_at })
    expect([there.exit_date, there.withdrawn_at]).toEqual(['2025-02-01', '2025-01-31T23:30:00.000Z'])
    const { of, hire_date } = await hired({ occurred_at })
    expect(hire_date).toBe('2025-01-31')
    expect((await employments().retire(of, { occurred_at: '2025-06-30T10:00:00Z' })).end_date).toBe(
      '2025-06-30',
    )
    expect(
      await refusal(enrollments().graduate(await enroll(), { occurred_at: '2024-09-01T12:00:00Z' })),
    ).toEqual(outOfRange('occurred_at'))
  })

  test('agrees with its moment, where both are sent', async () => {
    const of = await enroll()
    const at = (occurred_at: string) => enrollments().withdraw(of, { exit_date: '2025-01-31', occurred_at })
    expect(await refusal(at('2025-02-01T08:00:00Z'))).toEqual(outOfRange('occurred_at'))
    expect(await at('2025-01-31T08:00:00Z')).toMatchObject({
      exit_date: '2025-01-31',
      withdrawn_at: '2025-01-31T08:00:00.000Z',
    })
  })

  test('is not in the future', async () => {
    for (const name of ['withdraw', 'graduate', 'complete', 'transfer'] as const)
      expect(await refusal(enrollments()[name](await enroll(), { exit_date: AHEAD })), name).toEqual(
        outOfRange('exit_date'),
      )
    const left = await enroll()
    await enrollments().withdraw(left)
    expect(await refusal(enrollments().reenroll(left, { entry_date: AHEAD }))).toEqual(
      outOfRange('entry_date'),
    )
    expect(await refusal(enrollments().update(left, { exit_date: AHEAD }))).toEqual(outOfRange('exit_date'))
    expect(await refusal(hired({ hire_date: AHEAD }))).toEqual(outOfRange('hire_date'))
    const { of } = await hired()
    expect(await refusal(employments().terminate(of, { end_date: AHEAD }))).toEqual(outOfRange('end_date'))
    expect(await refusal(employments().retire(of, { end_date: AHEAD }))).toEqual(outOfRange('end_date'))
    expect(await refusal(employments().update(of, { hire_date: AHEAD }))).toEqual(outOfRange('hire_date'))
    const planned = await assign(of.school_employment_id, { start_date: AHEAD })
    expect(await refusal(assignments().start(planned, { start_date: AHEAD }))).toEqual(
      outOfRange('start_date'),
    )
    const today = new Date().toISOString().slice(0, 10)
    expect((await assignments().start(planned)).start_date).toBe(today)
    expect(await refusal(assignments().end(planned, { end_date: AHEAD }))).toEqual(outOfRange('end_date'))
  })

  test('is corrected together with its moment', async () => {
    const of = await enroll()
    await enrollments().complete(of, { exit_date: '2025-06-30' })
    const { completed_at } = await enrollments().update(of, { exit_date: '2025-07-15' })
    expect(completed_at?.slice(0, 10)).toBe('2025-07-15')
    const job = await hired()
    expect((await employments().update(job.of, { hire_date: '2024-08-15' })).hired_at?.slice(0, 10)).toBe(
      '2024-08-15',
    )
    await employments().retire(job.of, { end_date: '2025-06-30' })
    expect((await employments().update(job.of, { end_date: '2025-07-31' })).retired_at?.slice(0, 10)).toBe(
      '2025-07-31',
    )
  })
})

describe('an entry', () => {
  test('lies within the school year, unless it is late', async () => {
    for (const entry_date of ['2024-07-31', '2027-08-01']) {
      expect(await refusal(enroll({ entry_date }))).toEqual(outOfRange('entry_date'))
      const { school_enrollment_id } = await enroll({ entry_date, late_entry: true })
      expect((await enrollments().get({ school_enrollment_id })).entry_date).toBe(entry_date)
    }
    const of = await enroll()
    expect(await refusal(enrollments().update(of, { entry_date: '2024-07-31' }))).toEqual(
      outOfRange('entry_date'),
    )
    await enrollments().update(of, { entry_date: '2024-07-31', late_entry: true })
  })

  test('is the nearest day of a school year that is not now', async () => {
    const year = async (start: string, end: string) => {
      const { id } = await world.client.schoolYears.create({ name: unique('Year'), start, end })
      const person_id = await world.person()
      const calendar_id = await world.calendar({ calendar_id: id })
      return (await enrollments().create({ person_id, calendar_id })).entry_date
    }
    expect(await year('2024-08-01', '2025-07-31')).toBe('2025-07-31')
    expect(await year('2999-08-01', '3000-07-31')).toBe('2999-08-01')
  })
})

describe('the end of a school year', () => {
  test('is completed, and can be undone', async () => {
    const of = await enroll()
    const done = await enrollments().complete(of, { exit_date: '2025-07-15', reason: 'Year over' })
    expect(done).toMatchObject({ status: 'completed', exit_type: 'completed', exit_reason: 'Year over' })
    expect(done.completed_at?.slice(0, 10)).toBe('2025-07-15')
    expect(await enrollments().reenroll(of)).toMatchObject({ status: 'enrolled', completed_at: null })
  })

  test('is completed and graduated by operations of their own', async () => {
    const of = await enroll()
    const error = [422, 'validation_failed', '/exit_type not_allowed_value']
    const own = { graduated: 'graduate', completed: 'complete' } as const
    const types = ['graduated', 'completed'] as const
    for (const exit_type of types) {
      expect(await refusal(enrollments().withdraw(of, { exit_type }))).toEqual(error)
      expect(await factOf(enrollments().withdraw(of, { exit_type }), 'detail')).toContain(
        `use POST /school-enrollments/{school_enrollment_id}/${own[exit_type]} instead`,
      )
    }
    await enrollments().withdraw(of)
    for (const exit_type of types)
      expect(await refusal(enrollments().update(of, { exit_type }))).toEqual(error)
  })

  test('moves on to a grade level at another school', async () => {
    const [grade_level_id, calendar_id] = [await world.gradeLevel(), await world.calendar()]
    const of = await enroll()
    expect(await refusal(enrollments().transfer(of, { grade_level_id }))).toEqual([
      422,
      'validation_failed',
      '/grade_level_id must_be_null',
    ])
    const foreign = await world.gradeLevel(await world.school())
    expect(await refusal(enrollments().transfer(of, { calendar_id, grade_level_id: foreign }))).toEqual([
      422,
      'validation_failed',
      '/grade_level_id not_allowed_value',
    ])
    const left = await enrollments().transfer(of, { calendar_id, grade_level_id })
    const there = { school_enrollment_id: left.transferred_to_enrollment_id ?? '' }
    expect((await enrollments().get(there)).grade_level_id).toBe(grade_level_id)
  })
})
