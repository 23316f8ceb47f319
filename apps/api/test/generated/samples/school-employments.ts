import { employmentAssignmentLifecycle, schoolEmploymentLifecycle } from '@commonhold/contract'
import { employmentAssignmentStore } from '../../../src/education/employment-assignments.store.ts'
import { schoolEmploymentStore } from '../../../src/education/school-employments.store.ts'
import type { ListCall, Reference, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import {
  calendar,
  newCalendar,
  newCalendars,
  newKey,
  newPerson,
  newSchool,
  person,
  school,
} from './school-places.ts'

const offers = ['2030-01-07', '2031-01-06', '2032-01-05']
let made = 0
/** One of three future days, in turn: a person is not hired before the offer. */
const nextOffer = () => offers[made++ % offers.length] ?? ''

/** An employment with a hired person. */
async function newEmployment(world: World, person_id?: string): Promise<string> {
  const { id } = await world.client.schoolEmployments.create({
    person_id: person_id ?? (await newPerson(world)),
    school_id: await newSchool(world),
  })
  await world.client.schoolEmployments.hire({ school_employment_id: id }, { hire_date: '2024-08-01' })
  return id
}

const newType = async (world: World) =>
  (await world.client.employmentAssignmentTypes.create({ key: newKey(world), name: world.unique() })).id

const employment: Reference = { make: newEmployment, isShared: false, group: 'schoolEmployments' }
const assignmentType: Reference = {
  make: newType,
  archive: (world, id) =>
    world.client.employmentAssignmentTypes.update(
      { employment_assignment_type_id: id },
      { is_active: false },
    ),
  isShared: true,
  group: 'employmentAssignmentTypes',
}

/** Assigns each employment to each calendar. The assignments differ in the members that lists filter by. */
async function assignAll(world: World, employments: readonly string[], calendars: readonly string[]) {
  const types = [await newType(world), await newType(world)]
  const places = employments.flatMap((school_employment_id) =>
    calendars.map((calendar_id) => ({ school_employment_id, calendar_id })),
  )
  for (const [at, place] of places.entries()) {
    const { id } = await world.client.employmentAssignments.create({
      ...place,
      assignment_type_id: types[at % types.length] ?? '',
      order: at % 3,
      is_primary: at === 0,
      start_date: at % 4 === 2 ? '2025-02-01' : null,
    })
    const of = { assignment_id: id }
    if (at % 3 === 0) await world.client.employmentAssignments.start(of, { start_date: '2025-01-07' })
    if (at % 4 === 1)
      await world.client.employmentAssignments.end(of, { end_date: at > 3 ? '2025-07-15' : '2025-06-30' })
  }
}

/** A list below a record of the assignments; `params` picks the record. */
const below = (
  [people, jobs, schools, years]: readonly [number, number, number, number],
  params: (of: Awaited<ReturnType<typeof firstOf>>) => Readonly<Record<string, string>>,
): ListCall => ({
  call: async (world) => {
    const employments: string[] = []
    for (let at = 0; at < people; at += 1) {
      const person_id = await newPerson(world)
      for (let job = 0; job < jobs; job += 1) employments.push(await newEmployment(world, person_id))
    }
    const calendars = await newCalendars(world, schools, years)
    await assignAll(world, employments, calendars)
    return { params: params(await firstOf(world, employments[0] ?? '', calendars[0] ?? '')) }
  },
  more: async (world, { params: of = {} }) =>
    world.client.employmentAssignments.create({
      school_employment_id: of.school_employment_id ?? (await newEmployment(world, of.person_id)),
      calendar_id:
        of.school_calendar_id ??
        (await newCalendar(world, of.school_id === undefined ? {} : { school_id: of.school_id })),
      assignment_type_id: await newType(world),
    }),
})

async function firstOf(world: World, school_employment_id: string, school_calendar_id: string) {
  const { person_id } = await world.client.schoolEmployments.get({ school_employment_id })
  const { school_id } = await world.client.schoolCalendars.get({ school_calendar_id })
  return { school_employment_id, person_id, school_calendar_id, school_id }
}

export const employmentSamples: SamplesOf<'schoolEmployments' | 'employmentAssignments'> = {
  schoolEmployments: {
    store: schoolEmploymentStore,
    create: async (world) => ({
      person_id: await newPerson(world),
      school_id: await newSchool(world),
      offer_date: nextOffer(),
    }),
    patch: async (world) => ({
      employee_number: world.unique(),
      employment_type: 'permanent',
      full_time_equivalency: 0.5,
      position_title: null,
    }),
    spread: async (world) => {
      const people = [await newPerson(world), await newPerson(world)]
      const schools = [await newSchool(world), await newSchool(world)]
      return [
        { employee_number: world.unique(), employment_type: 'permanent' as const, department: '50% Science' },
        { employee_number: world.unique(), employment_type: 'contract' as const, department: 'a_b' },
        { position_title: 'Head of Science', department: 'Science' },
        { position_title: 'Cook', employment_type: 'contract' as const, full_time_equivalency: 0.25 },
        { offer_date: '2026-05-01', department: 'Science' },
      ].map((body, at) => ({
        ...body,
        person_id: people[at % 2] ?? '',
        school_id: schools[at % 3 === 0 ? 0 : 1] ?? '',
      }))
    },
    searched: ['employee_number', 'position_title', 'department'],
    references: { person_id: person, school_id: school },
    lifecycle: schoolEmploymentLifecycle,
    others: {
      history: {
        call: async (world) => {
          const of = { school_employment_id: await newEmployment(world) }
          await world.client.schoolEmployments.update(of, { department: world.unique() })
          await world.client.schoolEmployments.retire(of, { reason: 'age' })
          await world.client.schoolEmployments.reactivate(of)
          await world.client.schoolEmployments.update(of, { department: world.unique() })
          return { params: of }
        },
        more: async (world, { params }) =>
          world.client.schoolEmployments.update(
            { school_employment_id: params?.school_employment_id ?? '' },
            { department: world.unique() },
          ),
      },
    },
  },
  employmentAssignments: {
    store: employmentAssignmentStore,
    create: async (world) => ({
      school_employment_id: await newEmployment(world),
      calendar_id: await newCalendar(world),
      assignment_type_id: await newType(world),
    }),
    patch: async (world) => ({
      assignment_type_id: await newType(world),
      position_title: 'Teacher of physics',
      full_time_equivalency: 0.75,
      is_primary: true,
      order: 4,
    }),
    spread: async (world) => {
      const employments = [await newEmployment(world), await newEmployment(world)]
      const calendars = await newCalendars(world, 2, 2)
      const types = [await newType(world), await newType(world)]
      return [
        { start_date: '2025-01-07', end_date: '2025-06-30', order: 2 },
        { start_date: '2025-01-07', is_primary: true },
        { start_date: '2025-02-01', end_date: '2025-07-15' },
        { end_date: '2025-06-30', order: -1 },
        {},
        { is_primary: true, order: 2 },
      ].map((body, at) => ({
        ...body,
        school_employment_id: employments[at % 2] ?? '',
        calendar_id: calendars[at % calendars.length] ?? '',
        assignment_type_id: types[at % 3 === 0 ? 0 : 1] ?? '',
      }))
    },
    searched: [],
    references: {
      school_employment_id: employment,
      calendar_id: calendar,
      assignment_type_id: assignmentType,
    },
    lifecycle: employmentAssignmentLifecycle,
    others: {
      history: {
        call: async (world) => {
          const { id } = await world.client.employmentAssignments.create({
            school_employment_id: await newEmployment(world),
            calendar_id: await newCalendar(world),
            assignment_type_id: await newType(world),
          })
          const of = { assignment_id: id }
          await world.client.employmentAssignments.update(of, { position_title: world.unique() })
          await world.client.employmentAssignments.start(of)
          await world.client.employmentAssignments.end(of, { reason: 'moved' })
          await world.client.employmentAssignments.reactivate(of)
          return { params: of }
        },
        more: async (world, { params }) =>
          world.client.employmentAssignments.update(
            { assignment_id: params?.assignment_id ?? '' },
            { position_title: world.unique() },
          ),
      },
      listOfEmployment: below([1, 1, 2, 3], ({ school_employment_id }) => ({ school_employment_id })),
      listOfPerson: below([1, 2, 2, 2], ({ person_id }) => ({ person_id })),
      listOfCalendar: below([6, 1, 1, 1], ({ school_calendar_id }) => ({ school_calendar_id })),
      listOfSchool: below([3, 1, 1, 2], ({ school_id }) => ({ school_id })),
      createOfEmployment: async (world) => ({
        params: { school_employment_id: await newEmployment(world) },
        body: { calendar_id: await newCalendar(world), assignment_type_id: await newType(world) },
      }),
    },
  },
}
