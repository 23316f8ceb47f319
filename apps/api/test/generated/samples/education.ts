import { schoolLifecycle, schoolYearLifecycle } from '@commonhold/contract'
import { employmentAssignmentTypeStore } from '../../../src/education/employment-assignment-types.store.ts'
import { schoolCalendarStore } from '../../../src/education/school-calendars.store.ts'
import { schoolGradeLevelStore } from '../../../src/education/school-grade-levels.store.ts'
import { schoolYearStore } from '../../../src/education/school-years.store.ts'
import { schoolStore } from '../../../src/education/schools.store.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import { location } from './locations.ts'
import { employmentSamples } from './school-employments.ts'
import { schoolEnrollmentSample } from './school-enrollments.ts'
import {
  gradeLevel,
  newGradeLevel,
  newKey,
  newSchool,
  newYear,
  openSchool,
  school,
  year,
} from './school-places.ts'

export const educationSamples: SamplesOf<
  | 'schools'
  | 'schoolYears'
  | 'schoolCalendars'
  | 'schoolEnrollments'
  | 'schoolEmployments'
  | 'employmentAssignments'
  | 'schoolGradeLevels'
  | 'employmentAssignmentTypes'
> = {
  schools: {
    store: schoolStore,
    create: async (world) => ({ name: world.unique(), grade_level_ids: [await newGradeLevel(world)] }),
    patch: async (world) => ({
      name: world.unique(),
      short_name: 'North',
      category: 'adult',
      timezone: 'Europe/Berlin',
      code: null,
      grade_level_ids: [await newGradeLevel(world)],
    }),
    spread: async (world) => {
      const [first, second] = [await location.make(world), await location.make(world)]
      return [
        { code: world.unique(), category: 'primary' as const, short_name: '50% North', location_id: first },
        { code: world.unique(), category: 'primary' as const, short_name: 'a_b', location_id: second },
        { category: 'middle' as const, website: 'https://south.example.org/?a=b' },
        { code: world.unique(), category: 'adult' as const, timezone: 'Asia/Tokyo' },
        { short_name: 'South' },
        { short_name: 'south' },
      ].map((body) => ({ ...body, name: world.unique() }))
    },
    searched: ['name', 'short_name', 'code'],
    references: { location_id: location },
    lifecycle: schoolLifecycle,
    others: {},
  },
  schoolYears: {
    store: schoolYearStore,
    create: async (world) => ({ name: world.unique(), start: '2025-08-01', end: '2026-07-31' }),
    patch: async (world) => ({ name: world.unique(), end: '2026-08-15' }),
    spread: async (world) =>
      [
        { start: '2020-08-01', end: '2021-07-31' },
        { start: '2021-08-01', end: '2022-07-31' },
        { start: '2022-06-01', end: '2022-07-31' },
        { start: '2022-08-01', end: '2023-07-31' },
        { start: '2022-08-01', end: '2023-06-30' },
      ].map((days) => ({ ...days, name: world.unique() })),
    searched: ['name'],
    references: {},
    lifecycle: schoolYearLifecycle,
    others: { makeCurrent: async (world) => ({ params: { school_year_id: await newYear(world) } }) },
  },
  schoolCalendars: {
    store: schoolCalendarStore,
    create: async (world) => ({
      name: world.unique(),
      school_id: await newSchool(world),
      calendar_id: await newYear(world),
    }),
    patch: async (world) => ({ name: world.unique(), start_date: '2025-01-07', calendar_type: 'staff' }),
    spread: async (world) => {
      const [first, second, one, other] = await Promise.all([
        newSchool(world),
        newSchool(world),
        newYear(world),
        newYear(world),
      ])
      return calendarsOf(world, [
        { school_id: first, calendar_id: one },
        { school_id: first, calendar_id: other },
        { school_id: second, calendar_id: one },
      ])
    },
    searched: ['name'],
    references: { school_id: openSchool, calendar_id: year },
    lifecycle: undefined,
    others: {
      listOfSchool: {
        call: async (world) => {
          const [school_id, one, other] = await Promise.all([
            newSchool(world),
            newYear(world),
            newYear(world),
          ])
          const places = [
            { school_id, calendar_id: one },
            { school_id, calendar_id: other },
          ]
          for (const body of calendarsOf(world, places)) await world.client.schoolCalendars.create(body)
          return { params: { school_id } }
        },
        more: async (world, { params }) =>
          world.client.schools.calendars.create(
            { school_id: params?.school_id ?? '' },
            { name: world.unique(), calendar_id: await newYear(world) },
          ),
        searched: ['name'],
      },
      createInSchool: async (world) => ({
        params: { school_id: await newSchool(world) },
        body: { name: world.unique(), calendar_id: await newYear(world), calendar_type: 'staff' },
      }),
      listOfYear: {
        call: async (world) => {
          const [calendar_id, one, other] = await Promise.all([
            newYear(world),
            newSchool(world),
            newSchool(world),
          ])
          const places = [
            { school_id: one, calendar_id },
            { school_id: other, calendar_id },
          ]
          for (const body of calendarsOf(world, places)) await world.client.schoolCalendars.create(body)
          return { params: { school_year_id: calendar_id } }
        },
        more: async (world, { params }) =>
          world.client.schoolCalendars.create({
            name: world.unique(),
            school_id: await newSchool(world),
            calendar_id: params?.school_year_id ?? '',
          }),
        searched: ['name'],
      },
    },
  },
  schoolEnrollments: schoolEnrollmentSample,
  ...employmentSamples,
  schoolGradeLevels: {
    store: schoolGradeLevelStore,
    create: async (world) => ({ key: newKey(world), name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), short_name: '4', sequence: 41 }),
    spread: async (world) => {
      const [first, second] = [await newSchool(world), await newSchool(world)]
      const [low, high] = [await newGradeLevel(world), await newGradeLevel(world)]
      return [
        { school_id: first, next_grade_level_id: low, sequence: 5, short_name: '50%' },
        { school_id: second, next_grade_level_id: high, sequence: 5, short_name: 'a_b' },
        { school_id: second, is_final: true },
        { sequence: -7, short_name: 'Year 4' },
        { next_grade_level_id: low },
      ].map((body) => ({ ...body, key: newKey(world), name: world.unique() }))
    },
    searched: ['key', 'name', 'short_name'],
    references: { school_id: school, next_grade_level_id: gradeLevel },
    lifecycle: undefined,
    others: {},
  },
  employmentAssignmentTypes: {
    store: employmentAssignmentTypeStore,
    create: async (world) => ({ key: newKey(world), name: world.unique() }),
    patch: async (world) => ({
      name: world.unique(),
      classification: 'support',
      description: 'Helps',
      position: 7,
    }),
    spread: async (world) =>
      [
        { classification: 'support' as const, description: '50% grey' },
        { classification: 'specialist' as const, description: 'a_b', position: 3 },
        { classification: 'operations' as const, is_active: false },
        { position: 3 },
        { description: 'Grey Box' },
      ].map((body) => ({ ...body, key: newKey(world), name: world.unique() })),
    searched: ['key', 'name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {},
  },
}

/** Calendars at the places, which differ in the members that lists filter by. */
const calendarsOf = (
  world: World,
  places: readonly { readonly school_id: string; readonly calendar_id: string }[],
) =>
  [
    { start_date: '2024-08-17', calendar_type: 'staff' as const },
    { start_date: '2024-09-01', end_date: '2025-06-30' },
    { start_date: '2024-09-01', end_date: '2025-07-15', is_default: true },
    { calendar_type: 'grade_level' as const, end_date: '2025-06-30' },
    {},
    { calendar_type: 'student_specific' as const },
  ].map((body, at) => ({
    ...body,
    ...(places[at % places.length] ?? { school_id: '', calendar_id: '' }),
    name: world.unique(),
  }))
