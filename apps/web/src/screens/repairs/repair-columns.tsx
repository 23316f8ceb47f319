import type { AssetRepair } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter } from '../../records/common-columns.tsx'
import type { TableFilter } from '../../records/table-filters.tsx'
import { Day } from '../../ui/day.tsx'
import { CutText, None, Person } from '../../ui/marks.tsx'
import { Money } from '../../ui/money.tsx'
import { When } from '../../ui/when.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { statusesQuery } from '../issues/queries.ts'
import { RepairLink } from './repair-link.tsx'
import { RepairStatus } from './repair-status.tsx'
import { repairOutcomes, repairTypes } from './words.ts'

/** The columns of the list of repairs. */
export function useRepairColumns(): readonly Column<AssetRepair>[] {
  const { t } = useLingui()
  return [
    {
      id: 'title',
      title: t`What is wrong`,
      isName: true,
      room: 18,
      cell: ({ id, title, repair_type }) => (
        <RepairLink id={id} title={title ?? t(repairTypes[repair_type])} />
      ),
    },
    {
      id: 'asset',
      title: t`Asset`,
      width: 'minmax(10rem, 1.5fr)',
      cell: ({ asset, asset_id }) => (
        <AssetLink asset={{ id: asset_id }}>{asset?.name ?? asset_id}</AssetLink>
      ),
    },
    {
      id: 'status',
      title: t`Status`,
      priority: 1,
      width: '8.5rem',
      cell: (repair) => <RepairStatus repair={repair} />,
    },
    {
      id: 'repair_type',
      title: t`Type`,
      priority: 3,
      width: '8rem',
      cell: ({ repair_type }) => <span>{t(repairTypes[repair_type])}</span>,
    },
    {
      id: 'assignee',
      title: t`Assignee`,
      priority: 1,
      cell: ({ assignee }) => (assignee?.name ? <Person name={assignee.name} /> : <None />),
    },
    {
      id: 'vendor',
      title: t`Repaired by`,
      isExtra: true,
      cell: ({ vendor }) => <CutText text={vendor} />,
    },
    {
      id: 'expected_return_date',
      title: t`Due back`,
      width: '7rem',
      sort: 'expected_return_date',
      cell: ({ expected_return_date, closed_at }) =>
        expected_return_date ? <Day on={expected_return_date} isDue={closed_at === null} /> : <None />,
    },
    {
      id: 'cost',
      title: t`Cost`,
      width: '7rem',
      isNumber: true,
      sort: 'cost',
      cell: ({ cost, currency }) => (cost === null ? <None /> : <Money amount={cost} currency={currency} />),
    },
    {
      id: 'outcome',
      title: t`Outcome`,
      isExtra: true,
      cell: ({ outcome }) => (outcome ? <span>{t(repairOutcomes[outcome])}</span> : <None />),
    },
    {
      id: 'created_at',
      title: t`Reported`,
      priority: 3,
      width: '8rem',
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ]
}

/** The filters of the list of repairs. */
export function useRepairFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  const statuses = useQuery(statusesQuery).data ?? []
  return [
    {
      name: 'is_closed',
      label: t`Open or closed`,
      isSingle: true,
      isPreset: true,
      options: [
        { value: 'false', text: t({ message: 'Open', context: 'state' }) },
        { value: 'true', text: t`Closed` },
      ],
    },
    {
      name: 'status',
      label: t`Status`,
      options: statuses.map(({ key, name }) => ({ value: key, text: name })),
    },
    {
      name: 'repair_type',
      label: t`Type`,
      options: Object.entries(repairTypes).map(([value, label]) => ({ value, text: t(label) })),
    },
    {
      name: 'outcome',
      label: t`Outcome`,
      options: Object.entries(repairOutcomes).map(([value, label]) => ({ value, text: t(label) })),
    },
    {
      name: 'is_warranty',
      label: t`Warranty`,
      isSingle: true,
      options: [
        { value: 'true', text: t`The warranty pays` },
        { value: 'false', text: t`The warranty does not pay` },
      ],
    },
    useArchivedFilter(),
  ]
}
