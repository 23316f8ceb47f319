import { type EndpointSpec, operationGroups } from '@commonhold/contract'
import { beforeAll, expect, test } from 'vitest'
import { unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
const { schools, years, calendars, persons, identities, employments } = {
  schools: [] as string[],
  years: [] as string[],
  calendars: [] as string[],
  persons: [] as string[],
  identities: [] as string[],
  employments: [] as string[],
}

beforeAll(async () => {
  const { client } = world
  schools.push(await world.school(), await world.school())
  years.push(await world.year(), await world.year())
  persons.push(await world.person(), await world.person())
  for (const school_id of schools)
    for (const calendar_id of years) calendars.push(await world.calendar({ school_id, calendar_id }))
  for (const person_id of persons) {
    for (const first_name of ['Ada', 'Augusta'])
      identities.push(
        (await client.persons.identities.create({ person_id }, { first_name, last_name: 'King' })).id,
      )
    for (const value of ['one', 'two'])
      await client.persons.contacts.create({ person_id }, { type: 'other', value })
  }
  for (const [at, identity_id] of identities.entries())
    for (const value of ['three', 'four'])
      await client.persons.identities.contacts.create(
        { person_id: persons[Math.floor(at / 2)] ?? '', identity_id },
        { type: 'other', value },
      )
  const { id: assignment_type_id } = await client.employmentAssignmentTypes.create({
    key: unique('role'),
    name: 'Teacher here',
  })
  for (const person_id of persons)
    for (const school_id of schools)
      employments.push((await client.schoolEmployments.create({ person_id, school_id })).id)
  for (const calendar_id of calendars) {
    for (const person_id of persons) await client.schoolEnrollments.create({ person_id, calendar_id })
    for (const school_employment_id of employments)
      await client.employmentAssignments.create({ school_employment_id, calendar_id, assignment_type_id })
  }
})

const first = (ids: readonly string[]) => ids[0] ?? ''

/** Each nested list, and the list of all records with the equivalent filter. */
const lists = {
  '/persons/{person_id}/identities': [
    () => world.client.persons.identities.list({ person_id: first(persons) }),
    () => world.client.identities.list({ person_id: [first(persons)] }),
  ],
  '/persons/{person_id}/contacts': [
    () => world.client.persons.contacts.list({ person_id: first(persons) }),
    () => world.client.contacts.list({ person_id: [first(persons)], sort: ['sort_order'] }),
  ],
  '/persons/{person_id}/identities/{identity_id}/contacts': [
    () =>
      world.client.persons.identities.contacts.list({
        person_id: first(persons),
        identity_id: first(identities),
      }),
    () => world.client.contacts.list({ identity_id: [first(identities)], sort: ['sort_order'] }),
  ],
  '/schools/{school_id}/calendars': [
    () => world.client.schools.calendars.list({ school_id: first(schools) }),
    () => world.client.schoolCalendars.list({ school_id: [first(schools)] }),
  ],
  '/school-years/{school_year_id}/calendars': [
    () => world.client.schoolYears.calendars.list({ school_year_id: first(years) }),
    () => world.client.schoolCalendars.list({ calendar_id: [first(years)] }),
  ],
  '/schools/{school_id}/enrollments': [
    () => world.client.schools.enrollments.list({ school_id: first(schools) }),
    () => world.client.schoolEnrollments.list({ school_id: [first(schools)] }),
  ],
  '/school-years/{school_year_id}/enrollments': [
    () => world.client.schoolYears.enrollments.list({ school_year_id: first(years) }),
    () => world.client.schoolEnrollments.list({ school_year_id: [first(years)] }),
  ],
  '/school-calendars/{school_calendar_id}/enrollments': [
    () => world.client.schoolCalendars.enrollments.list({ school_calendar_id: first(calendars) }),
    () => world.client.schoolEnrollments.list({ calendar_id: [first(calendars)] }),
  ],
  '/persons/{person_id}/school-enrollments': [
    () => world.client.persons.schoolEnrollments.list({ person_id: first(persons) }),
    () => world.client.schoolEnrollments.list({ person_id: [first(persons)] }),
  ],
  '/schools/{school_id}/employment-assignments': [
    () => world.client.schools.employmentAssignments.list({ school_id: first(schools) }),
    () => world.client.employmentAssignments.list({ school_id: [first(schools)] }),
  ],
  '/school-calendars/{school_calendar_id}/employment-assignments': [
    () => world.client.schoolCalendars.employmentAssignments.list({ school_calendar_id: first(calendars) }),
    () => world.client.employmentAssignments.list({ calendar_id: [first(calendars)] }),
  ],
  '/persons/{person_id}/school-employment-assignments': [
    () => world.client.persons.employmentAssignments.list({ person_id: first(persons) }),
    () => world.client.employmentAssignments.list({ person_id: [first(persons)] }),
  ],
  '/school-employments/{school_employment_id}/assignments': [
    () => world.client.schoolEmployments.assignments.list({ school_employment_id: first(employments) }),
    () => world.client.employmentAssignments.list({ school_employment_id: [first(employments)] }),
  ],
} as const

test.each(Object.entries(lists))('%s is the list of all, narrowed', async (_, [below, filtered]) => {
  const rows = await below()
  expect(rows.length).toBeGreaterThan(1)
  expect(rows).toEqual(await filtered())
})

test('no list below a record is left out', () => {
  const groups = [
    operationGroups.identities,
    operationGroups.contacts,
    operationGroups.schoolCalendars,
    operationGroups.schoolEnrollments,
    operationGroups.schoolEmployments,
    operationGroups.employmentAssignments,
    operationGroups.persons,
    operationGroups.schools,
    operationGroups.schoolYears,
    operationGroups.schoolGradeLevels,
    operationGroups.employmentAssignmentTypes,
  ]
  const below = groups
    .flatMap((group) => Object.values<EndpointSpec>(group))
    .filter(({ collection, path }) => collection && path.includes('{') && !path.endsWith('/history'))
    .map(({ path }) => path)
  expect(Object.keys(lists).sort()).toEqual(below.sort())
})
