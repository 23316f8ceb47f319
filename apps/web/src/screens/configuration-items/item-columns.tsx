import type { ConfigurationItem } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter, useCommonColumns } from '../../records/common-columns.tsx'
import type { TableFilter } from '../../records/table-filters.tsx'
import { CutText, None, Person, Status } from '../../ui/marks.tsx'
import { ItemLink } from './item-link.tsx'
import { criticalities, environments, itemStatuses, itemTypes } from './words.ts'

/** The columns of lists of configuration items. */
export function useItemColumns(): readonly Column<ConfigurationItem>[] {
  const { t } = useLingui()
  const { changed, location } = useCommonColumns()
  return [
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      sort: 'name',
      cell: ({ id, name }) => <ItemLink id={id} name={name} />,
    },
    {
      id: 'ci_type',
      title: t`Type`,
      priority: 1,
      sort: 'ci_type',
      cell: ({ ci_type }) => (ci_type ? <span>{t(itemTypes[ci_type])}</span> : <None />),
    },
    {
      id: 'status',
      title: t`Status`,
      priority: 1,
      width: '9.5rem',
      sort: 'status',
      cell: ({ status }) => <Status tone={itemStatuses[status].tone}>{t(itemStatuses[status].label)}</Status>,
    },
    {
      id: 'criticality',
      title: t`Criticality`,
      width: '7rem',
      cell: ({ criticality }) => (criticality ? <span>{t(criticalities[criticality])}</span> : <None />),
    },
    {
      id: 'environment',
      title: t`Environment`,
      width: '8rem',
      cell: ({ environment }) => (environment ? <span>{t(environments[environment])}</span> : <None />),
    },
    {
      id: 'owner',
      title: t`Responsible`,
      priority: 1,
      cell: ({ owner_person, owner_group }) =>
        owner_person?.name ? <Person name={owner_person.name} /> : <CutText text={owner_group?.name} />,
    },
    { ...location, isExtra: true },
    changed,
  ]
}

/** The filters of the list of configuration items. */
export function useItemFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  const options = (words: Readonly<Record<string, MessageDescriptor>>) =>
    Object.entries(words).map(([value, label]) => ({ value, text: t(label) }))
  return [
    { name: 'ci_type', label: t`Type`, options: options(itemTypes) },
    {
      name: 'status',
      label: t`Status`,
      options: Object.entries(itemStatuses).map(([value, { label }]) => ({ value, text: t(label) })),
    },
    { name: 'criticality', label: t`Criticality`, options: options(criticalities) },
    { name: 'environment', label: t`Environment`, options: options(environments) },
    useArchivedFilter(),
  ]
}
