import type { AssetModel } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter, useCommonColumns } from '../../records/common-columns.tsx'
import type { TableFilter } from '../../records/table-filters.tsx'
import { Code, CutText, None } from '../../ui/marks.tsx'
import { ModelLink } from './model-link.tsx'
import { trackingTypes } from './words.ts'

/** The columns of the list of models. */
export function useModelColumns(): readonly Column<AssetModel>[] {
  const { t } = useLingui()
  const { changed } = useCommonColumns()
  return [
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      sort: 'name',
      cell: ({ id, name }) => <ModelLink id={id} name={name} />,
    },
    {
      id: 'manufacturer',
      title: t`Manufacturer`,
      priority: 1,
      sort: 'manufacturer',
      cell: ({ manufacturer }) => <CutText text={manufacturer} />,
    },
    {
      id: 'model_number',
      title: t`Model number`,
      cell: ({ model_number }) => (model_number ? <Code>{model_number}</Code> : <None />),
    },
    {
      id: 'category',
      title: t`Category`,
      sort: 'category',
      cell: ({ category }) => <CutText text={category} />,
    },
    {
      id: 'tracking_type',
      title: t`Tracking`,
      width: '8rem',
      cell: ({ tracking_type }) => <span>{t(trackingTypes[tracking_type])}</span>,
    },
    {
      id: 'asset_count',
      title: t`Assets`,
      priority: 1,
      width: '6rem',
      isNumber: true,
      cell: ({ asset_count }) => <span>{asset_count}</span>,
    },
    changed,
  ]
}

/** The filters of the list of models. */
export function useModelFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  return [
    {
      name: 'tracking_type',
      label: t`Tracking`,
      options: Object.entries(trackingTypes).map(([value, label]) => ({ value, text: t(label) })),
    },
    useArchivedFilter(),
  ]
}
