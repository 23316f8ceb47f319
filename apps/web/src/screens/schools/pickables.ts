import { api } from '../../api.ts'
import type { Pickable } from '../../records/picker.tsx'

const queryOf = (words: string, sort = 'name') => ({
  ...(words.trim() && { q: words.trim() }),
  limit: 20,
  sort: [sort],
})

/** Schools, by name. */
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

/** School years, the latest first. */
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

/** Grade levels, from the first on. */
export const pickableGradeLevels: Pickable = {
  kind: 'school-grade-levels',
  permission: 'education:read',
  find: async (words, signal) =>
    (await api.schoolGradeLevels.list(queryOf(words, 'sequence'), { signal })).map(({ id, name }) => ({
      id,
      text: name,
    })),
  get: async (school_grade_level_id, signal) => {
    const { id, name } = await api.schoolGradeLevels.get({ school_grade_level_id }, { signal })
    return { id, text: name }
  },
}

/** Calendars, by name, each with its school and its year. */
export const pickableCalendars: Pickable = {
  kind: 'school-calendars',
  permission: 'education:read',
  find: async (words, signal) =>
    (await api.schoolCalendars.list({ ...queryOf(words), include: ['school', 'calendar'] }, { signal })).map(
      ({ id, name, school, calendar }) => ({
        id,
        text: name,
        detail: [school?.name, calendar?.name].filter(Boolean).join(', '),
      }),
    ),
  get: async (school_calendar_id, signal) => {
    const { id, name } = await api.schoolCalendars.get({ school_calendar_id }, { signal })
    return { id, text: name }
  },
}
