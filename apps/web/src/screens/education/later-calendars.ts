import { queryOptions } from '@tanstack/react-query'
import { api, every } from '../../api.ts'

/** The school of a calendar, and the calendars of that school whose school year begins later, the next one first. */
export const laterCalendarsQuery = (school_calendar_id: string) =>
  queryOptions({
    queryKey: ['school-calendars', 'later than', school_calendar_id],
    queryFn: async ({ signal }) => {
      const { school, school_id, calendar_id } = await api.schoolCalendars.get(
        { school_calendar_id },
        { signal, include: ['school'] },
      )
      const { start } = await api.schoolYears.get({ school_year_id: calendar_id }, { signal })
      const years = (
        await every(api.schoolYears.list.all({ start__gte: start, sort: ['start'] }, { signal }))
      ).filter((year) => year.start > start)
      // Without an id, the request would be about all school years.
      const calendars =
        years.length === 0
          ? []
          : await every(
              api.schoolCalendars.list.all(
                {
                  school_id: [school_id],
                  calendar_id: years.map(({ id }) => id),
                  sort: ['start_date'],
                  include: ['calendar'],
                },
                { signal },
              ),
            )
      return {
        school_id,
        school: school?.name ?? '',
        calendars: calendars.map(({ id, name, calendar }) => ({
          id,
          text: [calendar?.name, name].filter(Boolean).join(' · '),
        })),
      }
    },
  })
