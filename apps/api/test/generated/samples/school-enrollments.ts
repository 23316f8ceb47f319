import { schoolEnrollmentLifecycle } from '@commonhold/contract'
import { schoolEnrollmentStore } from '../../../src/education/school-enrollments.store.ts'
import type { ListCall, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import {
  calendar,
  gradeLevel,
  newCalendar,
  newCalendars,
  newGradeLevel,
  newPerson,
  person,
} from './school-places.ts'

const entries = ['2024-09-02', '2030-01-07']
let made = 0
/** A past and a future day, in turn. With the future day, a pupil who leaves before it leaves on that day. */
const nextEntry = () => entries[made++ % entries.length] ?? ''

/** Enrolls each person on each calendar. The enrollments differ in the members that lists filter by. */
async function enrollAll(world: World, people: readonly string[], calendars: readonly string[]) {
  const grades = [await newGradeLevel(world), await newGradeLevel(world), null]
  const places = people.flatMap((person_id) => calendars.map((calendar_id) => ({ person_id, calendar_id })))
  for (const [at, place] of places.entries()) {
    const { id } = await world.client.schoolEnrollments.create({
      ...place,
      entry_date: entries[0] ?? '',
      ...(at % 2 === 0 ? {} : { entry_date: '2024-10-01' }),
      grade_level_id: grades[at % grades.length] ?? null,
      is_primary: at === 0,
    })
    const of = { school_enrollment_id: id }
    if (at % 3 === 0) await world.client.schoolEnrollments.withdraw(of, { exit_date: '2025-01-31' })
    if (at % 4 === 1) await world.client.schoolEnrollments.graduate(of, { exit_date: '2025-06-30' })
  }
}

const newPeople = (world: World, count: number) =>
  Promise.all(Array.from({ length: count }, () => newPerson(world)))

/** A list below a record of the enrollments; `params` picks the record. */
const below = (
  [people, schools, years]: readonly [number, number, number],
  params: (of: Awaited<ReturnType<typeof firstOf>>) => Readonly<Record<string, string>>,
): ListCall => ({
  call: async (world) => {
    const [persons, calendars] = [await newPeople(world, people), await newCalendars(world, schools, years)]
    await enrollAll(world, persons, calendars)
    return { params: params(await firstOf(world, persons[0] ?? '', calendars[0] ?? '')) }
  },
  more: async (world, { params: of = {} }) =>
    world.client.schoolEnrollments.create({
      person_id: of.person_id ?? (await newPerson(world)),
      calendar_id:
        of.school_calendar_id ??
        (await newCalendar(world, {
          ...(of.school_id === undefined ? {} : { school_id: of.school_id }),
          ...(of.school_year_id === undefined ? {} : { calendar_id: of.school_year_id }),
        })),
    }),
})

async function firstOf(world: World, person_id: string, school_calendar_id: string) {
  const { school_id, calendar_id } = await world.client.schoolCalendars.get({ school_calendar_id })
  return { person_id, school_calendar_id, school_id, school_year_id: calendar_id }
}

const newEnrollment = async (world: World) =>
  world.client.schoolEnrollments.create(await schoolEnrollmentSample.create(world))

export const schoolEnrollmentSample: SamplesOf<'schoolEnrollments'>['schoolEnrollments'] = {
  store: schoolEnrollmentStore,
  create: async (world) => ({
    person_id: await newPerson(world),
    calendar_id: await newCalendar(world),
    entry_date: nextEntry(),
  }),
  patch: async (world) => ({
    entry_date: '2024-08-20',
    entry_type: 'other',
    is_primary: true,
    grade_level_id: await newGradeLevel(world),
  }),
  spread: async (world) => {
    const [first = '', second = ''] = await newPeople(world, 2)
    const [one = '', two = '', three = ''] = await newCalendars(world, 2, 2)
    const [low, high] = [await newGradeLevel(world), await newGradeLevel(world)]
    return [
      { person_id: first, calendar_id: one, grade_level_id: low, entry_date: '2024-09-01', is_primary: true },
      { person_id: first, calendar_id: two, grade_level_id: high, entry_date: '2024-09-01' },
      { person_id: second, calendar_id: three, grade_level_id: low, entry_date: '2025-01-07' },
      { person_id: second, calendar_id: one, entry_date: '2025-01-07', is_primary: true },
      { person_id: second, calendar_id: two },
    ]
  },
  searched: [],
  references: { person_id: person, calendar_id: calendar, grade_level_id: gradeLevel },
  lifecycle: schoolEnrollmentLifecycle,
  others: {
    history: {
      call: async (world) => {
        const { id: school_enrollment_id } = await newEnrollment(world)
        const of = { school_enrollment_id }
        await world.client.schoolEnrollments.update(of, await schoolEnrollmentSample.patch(world))
        await world.client.schoolEnrollments.complete(of, { reason: 'end of the year' })
        await world.client.schoolEnrollments.reenroll(of)
        await world.client.schoolEnrollments.withdraw(of)
        return { params: of }
      },
      more: async (world, { params }) =>
        world.client.schoolEnrollments.update(
          { school_enrollment_id: params?.school_enrollment_id ?? '' },
          { grade_level_id: await newGradeLevel(world) },
        ),
    },
    listOfPerson: below([1, 2, 3], ({ person_id }) => ({ person_id })),
    listOfCalendar: below([6, 1, 1], ({ school_calendar_id }) => ({ school_calendar_id })),
    listOfSchool: below([3, 1, 2], ({ school_id }) => ({ school_id })),
    listOfYear: below([3, 2, 1], ({ school_year_id }) => ({ school_year_id })),
    // A grade level is only sent together with a calendar that has it.
    transfer: async (world) => ({
      params: { school_enrollment_id: (await newEnrollment(world)).id },
      body: { calendar_id: await newCalendar(world) },
    }),
    createOnCalendar: async (world) => ({
      params: { school_calendar_id: await newCalendar(world) },
      body: { person_id: await newPerson(world), entry_date: nextEntry() },
    }),
  },
}
