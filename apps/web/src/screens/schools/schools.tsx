import type { School, SchoolCreate, SchoolUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { GraduationCap } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { useArchivedFilter } from '../../records/common-columns.tsx'
import { Moves } from '../../records/moves.tsx'
import { SimpleList } from '../../records/simple-list.tsx'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { Code, None } from '../../ui/marks.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { useSchoolFields } from './school-fields.ts'
import { SchoolViews } from './school-views.tsx'
import { schoolCategories } from './words.ts'

export function Schools() {
  const { t } = useLingui()
  const can = useCan()
  const tenant = useTenant().slug
  const options = Object.entries(schoolCategories).map(([value, label]) => [value, t(label)] as const)
  return (
    <SimpleList<School, SchoolCreate, SchoolUpdate>
      name="schools"
      title={t`Schools`}
      add={t`Add a school`}
      extra={<SchoolViews />}
      mayWrite={can('education:write')}
      mayDelete={can('education:delete')}
      list={{
        page: (query, options) => api.schools.list.safe({ ...query, include: ['location'] }, options),
        csv: (query) => api.schools.list.csv(query),
      }}
      pageOf={({ id }) => ({ to: '/t/$tenant/schools/$school', params: { tenant, school: id } })}
      sort="name"
      filters={[
        {
          name: 'category',
          label: t`Category`,
          options: options.map(([value, text]) => ({ value, text })),
        },
        useArchivedFilter(),
      ]}
      columns={[
        {
          id: 'code',
          title: t`Code`,
          priority: 1,
          width: '7rem',
          sort: 'code',
          cell: ({ code }) => (code ? <Code>{code}</Code> : <None />),
        },
        {
          id: 'category',
          title: t`Category`,
          sort: 'category',
          cell: ({ category }) => (category ? <span>{t(schoolCategories[category])}</span> : <None />),
        },
        {
          id: 'location',
          title: t`Location`,
          priority: 1,
          cell: ({ location }) =>
            location?.name ? <LocationLink id={location.id} name={location.name} /> : <None />,
        },
      ]}
      fields={useSchoolFields()}
      create={(body, options) => api.schools.create(body, options)}
      get={(school_id) => api.schools.get({ school_id })}
      update={(school_id, body) => api.schools.update({ school_id }, body)}
      actions={(school) => <SchoolActions school={school} />}
      empty={{
        icon: GraduationCap,
        title: t`No schools yet`,
        text: t`A school has calendars for its school years, and people who are enrolled or employed there.`,
      }}
    />
  )
}

function SchoolActions({ school }: { readonly school: School }) {
  const can = useCan()
  const params = { school_id: school.id }
  const moves = useUsualMoves<School>({
    record: school,
    name: school.name,
    mayWrite: can('education:write'),
    mayDelete: can('education:delete'),
    archive: () => api.schools.archive(params),
    restore: () => api.schools.restore(params),
    remove: () => api.schools.delete(params),
    onRemoved: () => undefined,
  })
  return <Moves of={school.name} moves={moves} touches={['schools']} buttons={0} />
}
