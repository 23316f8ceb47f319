import type { SchoolYear, SchoolYearCreate, SchoolYearUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { useArchivedFilter } from '../../records/common-columns.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { SimpleList } from '../../records/simple-list.tsx'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { Day } from '../../ui/day.tsx'
import { None, Status } from '../../ui/marks.tsx'
import { SchoolViews } from './school-views.tsx'

/** The list of school years, the latest first. */
export function SchoolYears() {
  const { t } = useLingui()
  const can = useCan()
  return (
    <SimpleList
      name="school-years"
      title={t`School years`}
      add={t`Add a school year`}
      extra={<SchoolViews />}
      mayWrite={can('education:write')}
      mayDelete={can('education:delete')}
      list={{ page: (query, options) => api.schoolYears.list.safe(query, options) }}
      sort="-start"
      filters={[useArchivedFilter()]}
      columns={[
        { id: 'start', title: t`First day`, sort: 'start', cell: ({ start }) => <Day on={start} /> },
        { id: 'end', title: t`Last day`, sort: 'end', cell: ({ end }) => <Day on={end} /> },
        {
          id: 'is_current',
          title: t`Current`,
          priority: 1,
          cell: ({ is_current }) => (is_current ? <Status tone="good">{t`Current`}</Status> : <None />),
        },
      ]}
      fields={[
        { kind: 'text', name: 'name', label: t`Name`, hint: t`For example 2026/27.`, isRequired: true },
        { kind: 'day', name: 'start', label: t`First day`, isRequired: true },
        { kind: 'day', name: 'end', label: t`Last day`, isRequired: true },
      ]}
      create={(body: SchoolYearCreate, options) => api.schoolYears.create(body, options)}
      get={(school_year_id) => api.schoolYears.get({ school_year_id })}
      update={(school_year_id, body: SchoolYearUpdate) => api.schoolYears.update({ school_year_id }, body)}
      actions={(year) => <YearActions year={year} />}
      empty={{
        icon: CalendarDays,
        title: t`No school years yet`,
        text: t`Calendars, enrollments and assignments belong to a school year.`,
      }}
    />
  )
}

function YearActions({ year }: { readonly year: SchoolYear }) {
  const can = useCan()
  const { t } = useLingui()
  const { name } = year
  const mayWrite = can('education:write')
  const params = { school_year_id: year.id }
  const usual = useUsualMoves<SchoolYear>({
    record: year,
    name,
    mayWrite,
    mayDelete: can('education:delete'),
    archive: () => api.schoolYears.archive(params),
    restore: () => api.schoolYears.restore(params),
    remove: () => api.schoolYears.delete(params),
    onRemoved: () => undefined,
  })
  const current: Move<SchoolYear> = {
    id: 'current',
    label: t`Make it the current one`,
    isOffered: mayWrite && !year.is_current && year.archived_at === null,
    run: () => api.schoolYears.makeCurrent(params),
    done: t`${name} is the current school year.`,
  }
  return (
    <Moves
      of={name}
      moves={[current, ...usual.filter(({ id }) => id !== 'archive' || !year.is_current)]}
      touches={['school-years']}
      buttons={0}
    />
  )
}
