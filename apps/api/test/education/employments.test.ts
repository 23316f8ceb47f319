import { describe, expect, test } from 'vitest'
import { factOf, refusal, unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
const employments = () => world.client.schoolEmployments
const assignments = () => world.client.employmentAssignments

const employ = async (changes: object = {}) =>
  employments().create({ person_id: await world.person(), school_id: await world.school(), ...changes })

async function hired() {
  const { id: school_employment_id } = await employ()
  return employments().hire({ school_employment_id }, { hire_date: '2024-08-01' })
}

const newType = async () =>
  (await world.client.employmentAssignmentTypes.create({ key: unique('role'), name: unique('Role') })).id

async function assign(school_employment_id: string, changes: object = {}) {
  const place = { calendar_id: await world.calendar(), assignment_type_id: await newType() }
  return employments().assignments.create({ school_employment_id }, { ...place, ...changes })
}

describe('an employment', () => {
  test('has every period, and hire and separation are the latest', async () => {
    const { id: school_employment_id, periods } = await hired()
    expect(periods).toMatchObject([{ hire_date: '2024-08-01', end_date: null }])
    const left = await employments().terminate(
      { school_employment_id },
      { end_date: '2025-06-30', separation_type: 'voluntary', separation_reason: 'relocation' },
    )
    const first = {
      hire_date: '2024-08-01',
      end_date: '2025-06-30',
      separation_type: 'voluntary',
      separation_reason: 'relocation',
    }
    expect([left, left.periods]).toMatchObject([first, [first]])
    const back = await employments().reactivate({ school_employment_id }, { hire_date: '2025-08-01' })
    expect(back).toMatchObject({
      status: 'active',
      end_date: null,
      separation_reason: null,
      terminated_at: null,
    })
    expect(back.periods).toMatchObject([first, { hire_date: '2025-08-01', end_date: null }])
    const retired = await employments().retire({ school_employment_id }, { end_date: '2026-06-30' })
    expect(retired.periods).toMatchObject([
      first,
      { end_date: '2026-06-30', separation_reason: 'retirement' },
    ])
  })

  test('that nobody was hired for ends without a period', async () => {
    const { id: school_employment_id } = await employ()
    const ended = await employments().terminate({ school_employment_id })
    expect(ended).toMatchObject({ status: 'terminated', hire_date: null, periods: [] })
    const back = await employments().reactivate({ school_employment_id })
    expect(back.periods).toHaveLength(1)
  })

  test('ends after the hire, and begins again after the end', async () => {
    const { id: school_employment_id } = await hired()
    const terminate = (end_date: string) => employments().terminate({ school_employment_id }, { end_date })
    expect(await refusal(terminate('2024-07-31'))).toEqual([
      422,
      'validation_failed',
      '/end_date out_of_range',
    ])
    await terminate('2025-06-30')
    expect(
      await refusal(employments().reactivate({ school_employment_id }, { hire_date: '2025-06-29' })),
    ).toEqual([422, 'validation_failed', '/hire_date out_of_range'])
  })

  test('is corrected with its latest period, and gains no hire and no separation by that', async () => {
    const { id: school_employment_id } = await employ()
    const update = (body: object) => employments().update({ school_employment_id }, body)
    expect(await refusal(update({ hire_date: '2024-08-01', separation_type: 'other' }))).toEqual([
      422,
      'validation_failed',
      '/hire_date must_be_null',
      '/separation_type must_be_null',
    ])
    await employments().hire({ school_employment_id })
    expect((await update({ hire_date: '2024-08-15' })).periods).toMatchObject([{ hire_date: '2024-08-15' }])
    expect(await refusal(update({ hire_date: null }))).toEqual([
      422,
      'validation_failed',
      '/hire_date not_allowed_value',
    ])
  })

  test('has a share of full time with at most four decimals', async () => {
    expect((await employ({ full_time_equivalency: 0.3333 })).full_time_equivalency).toBe(0.3333)
    const error = [422, 'validation_failed', '/full_time_equivalency out_of_range']
    expect(await refusal(employ({ full_time_equivalency: 0.33333 }))).toEqual(error)
    expect(await refusal(employ({ full_time_equivalency: 1.1 }))).toEqual(error)
  })

  test('has a number of its own, upper and lower case alike', async () => {
    await employ({ employee_number: 'E-1042' })
    expect(await refusal(employ({ employee_number: 'e-1042' }))).toEqual([409, 'already_exists'])
  })

  test('ends its open assignments on the same day, and keeps them from going', async () => {
    const { id: school_employment_id } = await hired()
    const planned = await assign(school_employment_id, { start_date: '2026-02-01' })
    const active = await assign(school_employment_id)
    const ended = await assign(school_employment_id)
    await assignments().start({ assignment_id: active.id }, { start_date: '2024-09-01' })
    await assignments().end({ assignment_id: ended.id }, { end_date: '2024-12-31' })
    expect(await factOf(employments().delete({ school_employment_id }), 'dependents')).toEqual({
      employment_assignments: 3,
    })
    await employments().terminate({ school_employment_id }, { end_date: '2025-06-30', reason: 'Leaves' })
    const dayOf = async (assignment_id: string) => {
      const { status, end_date, end_reason } = await assignments().get({ assignment_id })
      return [status, end_date, end_reason]
    }
    expect(await dayOf(active.id)).toEqual(['ended', '2025-06-30', 'Leaves'])
    expect(await dayOf(planned.id)).toEqual(['ended', '2026-02-01', 'Leaves'])
    expect(await dayOf(ended.id)).toEqual(['ended', '2024-12-31', null])
    await employments().reactivate({ school_employment_id })
    expect(await dayOf(active.id)).toEqual(['ended', '2025-06-30', 'Leaves'])
  })
})

describe('an assignment', () => {
  test('is active only while its employment is', async () => {
    const { id: school_employment_id } = await employ()
    const { id: assignment_id } = await assign(school_employment_id)
    expect(await refusal(assignments().start({ assignment_id }))).toEqual([409, 'employment_not_active'])
    await employments().hire({ school_employment_id })
    expect(await assignments().start({ assignment_id })).toMatchObject({ status: 'active' })
    await employments().terminate({ school_employment_id })
    expect(await refusal(assignments().reactivate({ assignment_id }))).toEqual([409, 'employment_not_active'])
  })

  test('does not outlive its employment, however quickly it is started or taken up again', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id: school_employment_id } = await hired()
      const made = await Promise.all(Array.from({ length: 6 }, () => assign(school_employment_id)))
      const ids = made.map(({ id }) => id)
      for (const assignment_id of ids.slice(3)) await assignments().end({ assignment_id })
      await Promise.allSettled([
        ...ids.slice(0, 3).map((assignment_id) => assignments().start({ assignment_id })),
        ...ids.slice(3).map((assignment_id) => assignments().reactivate({ assignment_id })),
        employments().terminate({ school_employment_id }),
      ])
      const after = await employments().assignments.list({ school_employment_id })
      expect(after.map(({ status }) => status)).toEqual(ids.map(() => 'ended'))
    }
  })

  test('ends after it begins, and begins as planned by default', async () => {
    const { id: school_employment_id } = await hired()
    const { id: assignment_id } = await assign(school_employment_id, { start_date: '2025-02-01' })
    expect((await assignments().start({ assignment_id })).start_date).toBe('2025-02-01')
    const end = (end_date: string) => assignments().end({ assignment_id }, { end_date })
    expect(await refusal(end('2025-01-31'))).toEqual([422, 'validation_failed', '/end_date out_of_range'])
    await end('2025-06-30')
    expect(await assignments().reactivate({ assignment_id })).toMatchObject({
      start_date: '2025-02-01',
      end_date: null,
      ended_at: null,
    })
  })

  test('warns of more than full time in a year, and refuses nothing', async () => {
    const { id: school_employment_id } = await hired()
    const calendar_id = await world.year()
    const half = async (full_time_equivalency: number) =>
      assign(school_employment_id, {
        full_time_equivalency,
        calendar_id: await world.calendar({ calendar_id }),
      })
    const first = await half(0.5)
    expect((await half(0.5)).warnings).toEqual([])
    const third = await half(0.0001)
    expect(third.warnings).toEqual(['full_time_equivalency_above_one'])
    const read = async () => (await assignments().get({ assignment_id: first.id })).warnings
    expect(await read()).toEqual(['full_time_equivalency_above_one'])
    expect((await assign(school_employment_id, { full_time_equivalency: 1 })).warnings).toEqual([])
    await assignments().end({ assignment_id: third.id })
    expect(await read()).toEqual([])
  })
})
