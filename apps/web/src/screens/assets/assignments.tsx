import type { AssetAssignment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import type { Column } from '../../records/columns.ts'
import { useDueFilter } from '../../records/due-filter.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { useOpenRecord } from '../../records/open-form.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { refetch } from '../../refetch.ts'
import { Day } from '../../ui/day.tsx'
import { CutText, None, Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PersonLink } from '../people/person-link.tsx'
import { AssetLink } from './asset-link.tsx'
import { AssetViews } from './asset-views.tsx'
import { AssignmentForm } from './assignment-form.tsx'
import { assignmentStatuses } from './words.ts'

/** The list of asset assignments: scheduled, active and closed. */
export function Assignments() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const form = useOpenRecord<AssetAssignment>('assignment', (assignment_id) =>
    api.assetAssignments.get({ assignment_id }),
  )
  return (
    <ListScreen<AssetAssignment>
      name="asset-assignments"
      title={t`Handed out`}
      beside={<AssetViews />}
      list={{
        page: (query, options) =>
          api.assetAssignments.list.safe({ ...query, include: ['asset', 'person', 'location'] }, options),
        csv: (query) => api.assetAssignments.list.csv(query),
      }}
      columns={useAssignmentColumns(form.open)}
      filters={useAssignmentFilters()}
      isSearched={false}
      sort="-start_date"
      emptyDespite={{ status: 'active' }}
      empty={{
        icon: ArrowLeftRight,
        title: t`Nothing is handed out`,
        text: t`The holder is responsible for an asset until it is returned. To hand out an asset, open its page.`,
      }}
    >
      {form.record && (
        <AssignmentForm
          assignment={form.record}
          onClose={form.close}
          onDone={() => {
            form.close()
            void refetch(queries, { queryKey: ['asset-assignments'] })
            void refetch(queries, { queryKey: ['assets'] })
            toast(t`The days were saved.`)
          }}
        />
      )}
    </ListScreen>
  )
}

function useAssignmentColumns(
  onEdit: (assignment: AssetAssignment) => void,
): readonly Column<AssetAssignment>[] {
  const { t } = useLingui()
  const can = useCan()
  const day = (on: string | null, isDue = false) => (on ? <Day on={on} isDue={isDue} /> : <None />)
  return [
    {
      id: 'asset',
      title: t`Asset`,
      isName: true,
      cell: ({ asset, asset_id }) => (
        <AssetLink asset={{ id: asset_id }}>{asset?.name ?? asset_id}</AssetLink>
      ),
    },
    {
      id: 'holder',
      title: t`With`,
      priority: 1,
      width: 'minmax(10rem, 2fr)',
      cell: ({ person_id, person, location }) =>
        person_id ? (
          <PersonLink id={person_id}>{person?.name ?? person_id}</PersonLink>
        ) : (
          <CutText text={location?.name} />
        ),
    },
    {
      id: 'quantity',
      title: t`Pieces`,
      width: '5.5rem',
      isNumber: true,
      cell: ({ quantity }) => <span>{quantity}</span>,
    },
    {
      id: 'status',
      title: t`Status`,
      priority: 1,
      width: '8rem',
      cell: ({ status }) => (
        <Status tone={assignmentStatuses[status].tone}>{t(assignmentStatuses[status].label)}</Status>
      ),
    },
    {
      id: 'start_date',
      title: t`Since`,
      priority: 3,
      width: '8rem',
      sort: 'start_date',
      cell: ({ start_date }) => day(start_date),
    },
    {
      id: 'expected_return_date',
      title: t`Due back`,
      width: '8rem',
      sort: 'expected_return_date',
      cell: ({ expected_return_date, status }) => day(expected_return_date, status === 'active'),
    },
    {
      id: 'end_date',
      title: t`Back on`,
      width: '8rem',
      isExtra: true,
      sort: 'end_date',
      cell: ({ end_date }) => day(end_date),
    },
    ...(can('assets:write', 'anywhere')
      ? [
          {
            id: 'actions',
            title: t`Actions`,
            isAction: true,
            width: '8rem',
            cell: (assignment: AssetAssignment) => <ChangeDays assignment={assignment} onEdit={onEdit} />,
          },
        ]
      : []),
  ]
}

interface ChangeDaysProps {
  readonly assignment: AssetAssignment
  readonly onEdit: (assignment: AssetAssignment) => void
}

/** The button that edits an assignment. If the user may write assets only in some projects, it loads the project of the asset. */
function ChangeDays({ assignment, onEdit }: ChangeDaysProps) {
  const { t } = useLingui()
  const can = useCan()
  const { asset_id, asset } = assignment
  const mayAll = can('assets:write')
  const project = useQuery({
    queryKey: ['assets', asset_id, 'project'],
    enabled: !mayAll,
    queryFn: async ({ signal }) => (await api.assets.get({ asset_id }, { signal })).project_id,
  }).data
  if (!mayAll && !can('assets:write', project)) return null
  return (
    <button
      type="button"
      className="button quiet small"
      aria-label={t`Change the days of ${asset?.name ?? ''}`}
      onClick={() => onEdit(assignment)}
    >
      <Trans>Change</Trans>
    </button>
  )
}

function useAssignmentFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  return [
    {
      name: 'status',
      label: t`Status`,
      options: Object.entries(assignmentStatuses).map(([value, { label }]) => ({ value, text: t(label) })),
    },
    useDueFilter('expected_return_date__lt', t`Due back`),
  ]
}
