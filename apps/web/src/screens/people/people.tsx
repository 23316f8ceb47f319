import { useLingui } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter, useCommonColumns } from '../../records/common-columns.tsx'
import { ListScreen } from '../../records/list-screen.tsx'
import type { TableFilter } from '../../records/table-filters.tsx'
import { Code, CutText, None, Person } from '../../ui/marks.tsx'
import { type PersonRow, withEnrollments } from './current-enrollment.ts'
import { PersonForm } from './person-form.tsx'
import { PersonLink } from './person-link.tsx'

/** The list of people. */
export function People() {
  const { t } = useLingui()
  const can = useCan()
  const { slug: tenant } = useTenant()
  const seesEnrollments = can('education:read')
  return (
    <ListScreen<PersonRow>
      name="persons"
      title={t`People`}
      list={{
        page: async (query, options) => {
          const answer = await api.persons.list.safe({ ...query, include: ['user'] }, options)
          if (!answer.ok || !seesEnrollments) return answer
          return { ...answer, data: await withEnrollments(answer.data, options.signal) }
        },
        csv: (query) => api.persons.list.csv(query),
      }}
      columns={usePersonColumns(seesEnrollments)}
      filters={usePersonFilters(can('assets:read', 'anywhere'))}
      sort="display_name"
      empty={{
        icon: Users,
        title: t`No people yet`,
        text: t`People hold assets, and learn or work here. They do not need an account.`,
      }}
      add={{
        label: t`Register a person`,
        isOffered: can('persons:write'),
        form: (events) => <PersonForm {...events} />,
        pageOf: ({ id }) => ({ to: '/t/$tenant/people/$person', params: { tenant, person: id } }),
        said: ({ display_name }) => {
          const name = display_name ?? t`The person`
          return t`${name} was registered.`
        },
      }}
    />
  )
}

function usePersonColumns(seesEnrollments: boolean): readonly Column<PersonRow>[] {
  const { t } = useLingui()
  const { archived, changed } = useCommonColumns()
  const school: Column<PersonRow> = {
    id: 'school',
    title: t`School`,
    width: 'minmax(11rem, 2fr)',
    cell: ({ enrollment }) => (
      <CutText
        text={[enrollment?.school?.name, enrollment?.grade_level_record?.name].filter(Boolean).join(' · ')}
      />
    ),
  }
  return [
    {
      id: 'display_name',
      title: t`Name`,
      isName: true,
      sort: 'display_name',
      cell: ({ id, display_name }) => (
        <span className="person">
          {display_name !== null && <Person name={display_name} isOnlyMark />}
          <PersonLink id={id}>{display_name ?? t`No name`}</PersonLink>
        </span>
      ),
    },
    {
      id: 'external_id',
      title: t`Number`,
      priority: 1,
      sort: 'external_id',
      cell: ({ external_id }) => (external_id ? <Code>{external_id}</Code> : <None />),
    },
    ...(seesEnrollments ? [school] : []),
    { id: 'user', title: t`Account`, cell: ({ user }) => <CutText text={user?.name} /> },
    archived,
    changed,
  ]
}

function usePersonFilters(seesAssets: boolean): readonly TableFilter[] {
  const { t } = useLingui()
  const holds: TableFilter = {
    name: 'holds_assets',
    label: t`Assets`,
    isSingle: true,
    options: [
      { value: 'true', text: t`Hold something` },
      { value: 'false', text: t`Hold nothing` },
    ],
  }
  return [...(seesAssets ? [holds] : []), useArchivedFilter()]
}
