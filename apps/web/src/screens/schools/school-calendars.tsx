import type { SchoolCalendar, SchoolCalendarCreate, SchoolCalendarUpdate } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { Moves } from '../../records/moves.tsx'
import { SimpleList } from '../../records/simple-list.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { Day } from '../../ui/day.tsx'
import { None, Status } from '../../ui/marks.tsx'
import { pickableSchools, pickableYears } from './pickables.ts'
import { useSchoolFilters } from './school-filters.ts'
import { SchoolViews } from './school-views.tsx'

const calendarTypes = {
  school: msg`The whole school`,
  staff: msg`The staff`,
  grade_level: msg`A grade level`,
  student_specific: msg`Single students`,
} as const satisfies Record<SchoolCalendar['calendar_type'], MessageDescriptor>

/** The list of school calendars. A calendar contains the dates of a school year at one school. */
export function SchoolCalendars() {
  const { t } = useLingui()
  const can = useCan()
  const { school, year } = useSchoolFilters()
  const types = Object.entries(calendarTypes).map(([value, label]) => [value, t(label)] as const)
  return (
    <SimpleList<SchoolCalendar, SchoolCalendarCreate, SchoolCalendarUpdate>
      name="school-calendars"
      title={t`Calendars`}
      add={t`Add a calendar`}
      extra={<SchoolViews />}
      mayWrite={can('education:write')}
      mayDelete={can('education:delete')}
      list={{
        page: (query, options) =>
          api.schoolCalendars.list.safe({ ...query, include: ['school', 'calendar'] }, options),
      }}
      sort="-start_date"
      filters={[...school, ...year.map((filter) => ({ ...filter, name: 'calendar_id' }))]}
      columns={[
        {
          id: 'school',
          title: t`School`,
          width: 'minmax(7rem, 1.5fr)',
          cell: ({ school }) => <span>{school?.name}</span>,
        },
        { id: 'year', title: t`School year`, cell: ({ calendar }) => <span>{calendar?.name}</span> },
        {
          id: 'calendar_type',
          title: t`For`,
          width: 'minmax(8.75rem, 1fr)',
          cell: ({ calendar_type }) => <span>{t(calendarTypes[calendar_type])}</span>,
        },
        {
          id: 'start_date',
          title: t`First day`,
          width: '7rem',
          sort: 'start_date',
          cell: ({ start_date }) => <Day on={start_date} />,
        },
        {
          id: 'end_date',
          title: t`Last day`,
          width: '7rem',
          sort: 'end_date',
          cell: ({ end_date }) => <Day on={end_date} />,
        },
        {
          id: 'is_default',
          title: t`Default`,
          width: '7rem',
          cell: ({ is_default }) => (is_default ? <Status tone="good">{t`Default`}</Status> : <None />),
        },
      ]}
      fields={[
        { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
        { kind: 'record', name: 'school_id', label: t`School`, of: pickableSchools, isRequired: true },
        { kind: 'record', name: 'calendar_id', label: t`School year`, of: pickableYears, isRequired: true },
        { kind: 'choice', name: 'calendar_type', label: t`For`, options: types },
        {
          kind: 'day',
          name: 'start_date',
          label: t`First day`,
          hint: t`Left empty: the date of the school year.`,
        },
        {
          kind: 'day',
          name: 'end_date',
          label: t`Last day`,
          hint: t`Left empty: the date of the school year.`,
        },
        { kind: 'flag', name: 'is_default', label: t`Default calendar of the school` },
      ]}
      fixed={['school_id', 'calendar_id']}
      create={(body, options) => api.schoolCalendars.create(body, options)}
      get={(school_calendar_id) => api.schoolCalendars.get({ school_calendar_id })}
      update={(school_calendar_id, body) => api.schoolCalendars.update({ school_calendar_id }, body)}
      actions={(calendar) => <CalendarActions calendar={calendar} />}
      empty={{
        icon: CalendarDays,
        title: t`No calendars yet`,
        text: t`A calendar is a school year at one school. People are enrolled in it.`,
      }}
    />
  )
}

function CalendarActions({ calendar }: { readonly calendar: SchoolCalendar }) {
  const deletion = useDeletion({
    record: calendar,
    name: calendar.name,
    mayDelete: useCan()('education:delete'),
    remove: () => api.schoolCalendars.delete({ school_calendar_id: calendar.id }),
    onRemoved: () => undefined,
  })
  return <Moves of={calendar.name} moves={[deletion]} touches={['school-calendars']} buttons={0} />
}
