import { describe, expect, test } from 'vitest'
import { factOf, refusal, unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
const years = () => world.client.schoolYears
const currentYears = async () =>
  (await years().list({ is_current: true, archived: 'include' })).map(({ id }) => id)

describe('the current year', () => {
  test('is exactly one, however many are made current at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => world.year()))
    const calls = Array.from({ length: 32 }, (_, at) =>
      years().makeCurrent({ school_year_id: made[at % made.length] ?? '' }),
    )
    for (const year of await Promise.all(calls)) expect(year.is_current).toBe(true)
    expect(await currentYears()).toHaveLength(1)
  })

  test('is a new one that is made as the current one, in the place of the one before', async () => {
    const year = { start: '2026-08-01', end: '2027-07-31', is_current: true }
    const one = await years().create({ ...year, name: unique('Year') })
    const two = await years().create({ ...year, name: unique('Year') })
    expect([one.is_current, two.is_current, two.version]).toEqual([true, true, 1])
    expect(await currentYears()).toEqual([two.id])
    await Promise.all(Array.from({ length: 6 }, () => years().create({ ...year, name: unique('Year') })))
    expect(await currentYears()).toHaveLength(1)
  })

  test('stays what it is when it is made so again', async () => {
    const school_year_id = await world.year()
    const once = await years().makeCurrent({ school_year_id }, { reason: 'A new year' })
    expect(await years().makeCurrent({ school_year_id })).toEqual(once)
    expect(await currentYears()).toEqual([school_year_id])
  })

  test('is not archived, and an archived one is not made current', async () => {
    const [school_year_id, other] = [await world.year(), await world.year()]
    await years().makeCurrent({ school_year_id })
    expect(await refusal(years().archive({ school_year_id }))).toEqual([409, 'current_school_year'])
    await years().makeCurrent({ school_year_id: other })
    await years().archive({ school_year_id })
    expect(await refusal(years().makeCurrent({ school_year_id }))).toEqual([409, 'record_archived'])
    expect(await currentYears()).toEqual([other])
  })

  test('is never archived by somebody who is as quick', async () => {
    for (let round = 0; round < 5; round += 1) {
      const school_year_id = await world.year()
      await Promise.allSettled([years().makeCurrent({ school_year_id }), years().archive({ school_year_id })])
      const year = await years().get({ school_year_id })
      expect(year.is_current && year.archived_at !== null).toBe(false)
    }
  })
})

test('a year begins before it ends, and may overlap others', async () => {
  const make = (start: string, end: string) => years().create({ name: unique('Year'), start, end })
  const error = [422, 'validation_failed', '/end out_of_range']
  expect(await refusal(make('2026-08-01', '2026-08-01'))).toEqual(error)
  expect(await refusal(make('2026-08-01', '2025-07-31'))).toEqual(error)
  await make('2026-06-15', '2026-08-31')
  const { id: school_year_id } = await make('2026-08-01', '2027-07-31')
  expect(await refusal(years().update({ school_year_id }, { end: '2026-07-31' }))).toEqual(error)
})

describe('a calendar', () => {
  test('lasts as long as its year by default, and lies inside it', async () => {
    const [school_id, calendar_id] = [await world.school(), await world.year()]
    const make = (days: object) =>
      world.client.schools.calendars.create({ school_id }, { name: unique('C'), calendar_id, ...days })
    expect(await make({})).toMatchObject({ start_date: '2024-08-01', end_date: '2027-07-31' })
    const refused = (days: object, field: string) =>
      expect(refusal(make(days))).resolves.toEqual([422, 'validation_failed', `/${field} out_of_range`])
    await refused({ start_date: '2024-07-31' }, 'start_date')
    await refused({ end_date: '2027-08-01' }, 'end_date')
    await refused({ start_date: '2025-02-01', end_date: '2025-01-31' }, 'end_date')
  })

  test('keeps its year from shrinking, and follows it when it grows', async () => {
    const calendar_id = await world.year()
    const school_calendar_id = await world.calendar({ calendar_id })
    const update = (days: object) => years().update({ school_year_id: calendar_id }, days)
    expect(await refusal(update({ start: '2024-08-02', end: '2027-07-30' }))).toEqual([
      422,
      'validation_failed',
      '/start out_of_range',
      '/end out_of_range',
    ])
    await update({ end: '2027-08-31' })
    await world.client.schoolCalendars.update({ school_calendar_id }, { end_date: '2027-08-31' })
  })

  test('is the only default of its school in the year', async () => {
    const [school_id, calendar_id] = [await world.school(), await world.year()]
    const ids = await Promise.all(Array.from({ length: 6 }, () => world.calendar({ school_id, calendar_id })))
    await Promise.all(
      ids.map((school_calendar_id) =>
        world.client.schoolCalendars.update({ school_calendar_id }, { is_default: true }),
      ),
    )
    const defaults = await world.client.schools.calendars.list({ school_id }, { is_default: true })
    expect(defaults).toHaveLength(1)
  })

  test('is not made for a school or a year that is archived', async () => {
    const [school_id, calendar_id] = [await world.school(), await world.year()]
    const make = () =>
      world.client.schools.calendars.create({ school_id }, { name: unique('C'), calendar_id })
    await years().archive({ school_year_id: calendar_id })
    expect(await refusal(make())).toEqual([409, 'record_archived'])
    await years().restore({ school_year_id: calendar_id })
    await world.client.schools.archive({ school_id })
    expect(await refusal(make())).toEqual([409, 'record_archived'])
  })

  test('keeps its school and its year from going', async () => {
    const [school_id, calendar_id] = [await world.school(), await world.year()]
    await world.calendar({ school_id, calendar_id })
    const counted = { school_calendars: 1 }
    expect(await factOf(world.client.schools.delete({ school_id }), 'dependents')).toEqual(counted)
    expect(await factOf(years().delete({ school_year_id: calendar_id }), 'dependents')).toEqual(counted)
  })
})
