import type { Reference } from '../sample.ts'
import type { World } from '../worlds.ts'
import { person as somebody } from './census.ts'

/** A key that no record of the tenant has yet. */
export const newKey = (world: World) => world.unique().replace(/\W/g, '_').toLowerCase()

export const newGradeLevel = async (world: World) =>
  (await world.client.schoolGradeLevels.create({ key: newKey(world), name: world.unique() })).id
export const newSchool = async (world: World) =>
  (await world.client.schools.create({ name: world.unique() })).id
export const newYear = async (world: World) =>
  (await world.client.schoolYears.create({ name: world.unique(), start: '2024-08-01', end: '2031-07-31' })).id

export const gradeLevel: Reference = { make: newGradeLevel, isShared: true, group: 'schoolGradeLevels' }
export const school: Reference = {
  make: newSchool,
  archive: (world, id) => world.client.schools.archive({ school_id: id }),
  isShared: false,
  group: 'schools',
}
/** An archived school or year refuses new calendars. */
export const openSchool: Reference = { ...school, whenArchived: 'record_archived' }

export const year: Reference = {
  make: newYear,
  archive: (world, id) => world.client.schoolYears.archive({ school_year_id: id }),
  isShared: false,
  whenArchived: 'record_archived',
  group: 'schoolYears',
}

/** A calendar; by default at a new school and in a new school year. */
export const newCalendar = async (
  world: World,
  { school_id, calendar_id }: { readonly school_id?: string; readonly calendar_id?: string } = {},
) =>
  (
    await world.client.schoolCalendars.create({
      name: world.unique(),
      school_id: school_id ?? (await newSchool(world)),
      calendar_id: calendar_id ?? (await newYear(world)),
    })
  ).id

export const calendar: Reference = {
  make: newCalendar,
  archive: async (world, school_calendar_id) => {
    const { calendar_id } = await world.client.schoolCalendars.get({ school_calendar_id })
    return world.client.schoolYears.archive({ school_year_id: calendar_id })
  },
  isShared: false,
  group: 'schoolCalendars',
}

export const person: Reference = { ...somebody, group: 'persons' }
export const newPerson = person.make

/** Calendars at so many new schools, in each of so many new school years. */
export async function newCalendars(world: World, schools: number, years: number): Promise<string[]> {
  const yearIds = await Promise.all(Array.from({ length: years }, () => newYear(world)))
  const schoolIds = await Promise.all(Array.from({ length: schools }, () => newSchool(world)))
  const places = schoolIds.flatMap((school_id) => yearIds.map((calendar_id) => ({ school_id, calendar_id })))
  return Promise.all(places.map((place) => newCalendar(world, place)))
}
