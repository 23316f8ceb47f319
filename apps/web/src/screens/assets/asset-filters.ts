import { useLingui } from '@lingui/react/macro'
import { useArchivedFilter } from '../../records/common-columns.tsx'
import { useDueFilter } from '../../records/due-filter.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { assetStatuses } from './words.ts'

/** What the list of assets can be narrowed by. */
export function useAssetFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  return [
    {
      name: 'status',
      label: t`Status`,
      options: Object.entries(assetStatuses)
        .filter(([value]) => value !== 'archived')
        .map(([value, { label }]) => ({ value, text: t(label) })),
    },
    {
      name: 'person_id__is_null',
      label: t`Holder`,
      isSingle: true,
      options: [
        { value: 'false', text: t`Somebody holds it` },
        { value: 'true', text: t`Nobody holds it` },
      ],
    },
    {
      name: 'in_repair',
      label: t`Repair`,
      isSingle: true,
      options: [
        { value: 'true', text: t`In repair` },
        { value: 'false', text: t`Not in repair` },
      ],
    },
    useDueFilter('expected_return_date__lt', t`Due back`),
    useArchivedFilter(),
  ]
}
