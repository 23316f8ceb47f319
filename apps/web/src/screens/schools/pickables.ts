import type { SchoolCalendar } from '@commonhold/contract'
import { api } from '../../api.ts'
import type { Choice, Pickable } from '../../records/picker.tsx'
import { findByName } from '../../shared-names/speak.ts'

const queryOf = (words: string, sort = 'name') => ({
  ...(words.trim() && { q: words.trim() }),
  limit: 20,
  sort: [sort],
})

/** Finds schools by name. */
export const pickableSchools: Pickable = {
  kind: 'schools',
  permission: 'education:read',
  find: async (words, signal) =>
    (await api.schools.list(queryOf(words), { signal })).map(({ id, name, code }) => ({
      id,
      text: name,
      detail: code,
    })),
  get: async (school_id, signal) => {
    const { id, name } = await api.schools.get({ school_id }, { signal })
    return { id, text: name }
  },
}

/** Finds school years by name, the latest first. */
export const pickableYears: Pickable = {
  kind: 'school-years',
  permission: 'education:read',
  find: async (words, signal) =>
    (await api.schoolYears.list(queryOf(words, '-start'), { signal })).map(({ id, name }) => ({
      id,
      text: name,
    })),
  get: async (school_year_id, signal) => {
    const { id, name } = await api.schoolYears.get({ school_year_id }, { signal })
    return { id, text: name }
  },
}

/** Finds grade levels by name, the lowest first. */
export const pickableGradeLevels: Pickable = {
  kind: 'school-grade-levels',
  permission: 'education:read',
  find: async (words, signal) =>
    (
      await findByName(
        words,
        (asked) => api.schoolGradeLevels.list({ limit: 20, sort: ['sequence'], ...asked }, { signal }),
        { shared: 'only' },
      )
    ).map(({ id, name }) => ({ id, text: name })),
  get: async (school_grade_level_id, signal) => {
    const { id, name } = await api.schoolGradeLevels.get({ school_grade_level_id }, { signal })
    return { id, text: name }
  },
}

/** Names a calendar by its school and school year, too: calendars of different schools often have the same name. */
const calendarChoice = ({ id, name, school, calendar }: SchoolCalendar): Choice => ({
  id,
  text: [school?.name, calendar?.name, name].filter(Boolean).join(' · '),
})

/** Finds calendars by their own name or by the name of their school, the latest first. */
export const pickableCalendars: Pickable = {
  kind: 'school-calendars',
  permission: 'education:read',
  find: async (words, signal) => {
    const q = words.trim()
    const list = (narrowed: { readonly q?: string; readonly school_id?: string[] }) =>
      api.schoolCalendars.list(
        { ...narrowed, limit: 20, sort: ['-start_date'], include: ['school', 'calendar'] },
        { signal },
      )
    const ofSchools = async () => {
      const schools = await api.schools.list(queryOf(words), { signal })
      return schools.length === 0 ? [] : list({ school_id: schools.map(({ id }) => id) })
    }
    const found = q === '' ? [await list({})] : await Promise.all([ofSchools(), list({ q })])
    return [...new Map(found.flat().map((one) => [one.id, calendarChoice(one)])).values()]
  },
  get: async (school_calendar_id, signal) =>
    calendarChoice(
      await api.schoolCalendars.get({ school_calendar_id }, { signal, include: ['school', 'calendar'] }),
    ),
}
