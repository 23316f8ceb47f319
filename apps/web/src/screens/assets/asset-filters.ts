import { useLingui } from '@lingui/react/macro'
import { useArchivedFilter } from '../../records/common-columns.tsx'
import { useDueFilter } from '../../records/due-filter.ts'
import {
  pickableLocations,
  pickableModels,
  pickablePersons,
  pickableProjects,
} from '../../records/pickables.ts'
import { useRecordFilter } from '../../records/record-filter.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { assetStatuses } from './words.ts'

/** The filters of the list of assets. */
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
    // Beside the status, because the list shows “In repair” as one.
    {
      name: 'in_repair',
      label: t`Repair`,
      isSingle: true,
      options: [
        { value: 'true', text: t`In repair` },
        { value: 'false', text: t`Not in repair` },
      ],
    },
    ...useRecordFilter('model_id', t`Model`, pickableModels),
    ...useRecordFilter('location_id', t`Location`, pickableLocations),
    ...useRecordFilter('person_id', t`Person`, pickablePersons),
    ...useRecordFilter('project_id', t`Project`, pickableProjects),
    {
      name: 'person_id__is_null',
      label: t`Holder`,
      isSingle: true,
      options: [
        { value: 'false', text: t`Somebody holds it` },
        { value: 'true', text: t`Nobody holds it` },
      ],
    },
    useDueFilter('expected_return_date__lt', t`Due back`),
    useArchivedFilter(),
  ]
}
