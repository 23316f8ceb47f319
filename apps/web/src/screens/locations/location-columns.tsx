import type { Location } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter, useCommonColumns } from '../../records/common-columns.tsx'
import type { TableFilter } from '../../records/table-filters.tsx'
import { Code, CutText, None } from '../../ui/marks.tsx'
import { LocationLink } from './location-link.tsx'

/** The columns of lists of locations. */
export function useLocationColumns(): readonly Column<Location>[] {
  const { t } = useLingui()
  const { changed } = useCommonColumns()
  return [
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      sort: 'name',
      cell: ({ id, name }) => <LocationLink id={id} name={name} />,
    },
    {
      id: 'code',
      title: t`Code`,
      width: '7rem',
      sort: 'code',
      cell: ({ code }) => (code ? <Code>{code}</Code> : <None />),
    },
    { id: 'type', title: t`Type`, priority: 1, cell: ({ type }) => <CutText text={type?.name} /> },
    {
      id: 'path',
      title: t`Lies within`,
      width: 'minmax(12rem, 2fr)',
      cell: ({ path }) =>
        path.length > 1 ? (
          <span className="ellipsis">
            {path
              .slice(0, -1)
              .map(({ name }) => name)
              .join(' › ')}
          </span>
        ) : (
          <None />
        ),
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

/** The filters of the list of locations. */
export function useLocationFilters(): readonly TableFilter[] {
  return [useArchivedFilter()]
}
