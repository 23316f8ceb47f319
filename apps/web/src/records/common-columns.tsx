import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { CutText, Status } from '../ui/marks.tsx'
import { When } from '../ui/when.tsx'
import type { Column } from './columns.ts'
import { RowLink } from './row-link.tsx'
import type { TableFilter } from './table-filters.tsx'

type Named = { readonly name?: string | null | undefined } | null | undefined

/** Columns that many lists have. */
export function useCommonColumns() {
  const { t } = useLingui()
  const created: Column<{ readonly created_at: string }> = {
    id: 'created_at',
    title: t`Created`,
    priority: 3,
    width: '8rem',
    sort: 'created_at',
    cell: ({ created_at }) => <When at={created_at} />,
  }
  const changed: Column<{ readonly updated_at: string }> = {
    id: 'updated_at',
    title: t`Changed`,
    priority: 3,
    width: '8rem',
    isExtra: true,
    sort: 'updated_at',
    cell: ({ updated_at }) => <When at={updated_at} />,
  }
  const location: Column<{ readonly location?: Named }> = {
    id: 'location',
    title: t`Location`,
    cell: ({ location: place }) => <CutText text={place?.name} />,
  }
  const description: Column<{ readonly description: string | null }> = {
    id: 'description',
    title: t`Description`,
    width: 'minmax(10rem, 3fr)',
    cell: (record) => <CutText text={record.description} />,
  }
  const archived: Column<{ readonly archived_at: string | null }> = {
    id: 'archived_at',
    title: t`Status`,
    priority: 1,
    width: '8rem',
    cell: ({ archived_at }) =>
      archived_at ? (
        <Status tone="quiet">{t`Archived`}</Status>
      ) : (
        <Status tone="good">{t({ message: 'Active', context: 'person' })}</Status>
      ),
  }
  return { created, changed, location, description, archived }
}

/** The name of a record as the link to its page. */
export function useNameColumn<R extends { readonly name: string }>(
  pageOf: (record: R) => LinkProps,
): Column<R> {
  const { t } = useLingui()
  return {
    id: 'name',
    title: t`Name`,
    isName: true,
    sort: 'name',
    cell: (record) => <RowLink link={pageOf(record)}>{record.name}</RowLink>,
  }
}

/** A filter to show archived records, which lists exclude by default. */
export function useArchivedFilter(): TableFilter {
  const { t } = useLingui()
  return {
    name: 'archived',
    label: t`Archived`,
    isSingle: true,
    options: [
      { value: 'include', text: t`With archived ones` },
      { value: 'only', text: t`Only archived ones` },
    ],
  }
}
