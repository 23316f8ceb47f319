import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { problemText, statusOf } from '../problem-text.ts'
import { Notice } from '../ui/notice.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type Column, shownColumns, useHiddenColumns } from './columns.ts'
import { Grid } from './grid.tsx'
import { useLeftList } from './left-list.ts'
import { type List, readPage } from './list.ts'
import { NothingMatches } from './nothing-matches.tsx'
import { TableBar } from './table-bar.tsx'
import { clearedView, type TableFilter } from './table-filters.tsx'
import { isNarrowed, parametersOf, useView } from './view.ts'

export interface ResourceTableProps<R extends { readonly id: string }> {
  /** The first element of the query key, and the name under which the reader's choice of columns is stored. */
  readonly name: string
  /** The name of the list. */
  readonly label: string
  readonly list: List<R>
  readonly columns: readonly Column<R>[]
  readonly filters?: readonly TableFilter[]
  /** Parameters that the screen sets. They are not in the address, and the reader cannot change them. */
  readonly fixed?: Readonly<Record<string, string>>
  /** The default order. */
  readonly sort?: string
  /** True if the list can be searched by words; the default is true. */
  readonly isSearched?: boolean
  /** Shown while the organisation has no such record: what it is, and the first step. */
  readonly empty: ReactNode
  /** Values of filters that the list begins with: if only these are set, `empty` is shown instead of “Nothing matches”. */
  readonly emptyDespite?: Readonly<Record<string, string>>
  /** True for the record that is open beside the list. */
  readonly isCurrent?: ((record: R) => boolean) | undefined
  /** True if a record is open beside the list: only columns of priority 1 are shown. */
  readonly isHalf?: boolean
  /** The actions for the chosen records; `done` clears the choice. */
  readonly bulk?: (records: readonly R[], done: () => void) => ReactNode
}

const NOTHING: Readonly<Record<string, string>> = {}

/** A list of records, loaded page by page. The address contains its filters and its order. */
export function ResourceTable<R extends { readonly id: string }>({
  name,
  label,
  list,
  columns,
  filters = [],
  fixed = NOTHING,
  sort = '',
  isSearched = true,
  empty,
  emptyDespite = NOTHING,
  isCurrent,
  isHalf = false,
  bulk,
}: ResourceTableProps<R>) {
  const { t } = useLingui()
  const [view, change] = useView()
  const [hidden, setHidden] = useHiddenColumns(name, columns, view, change)
  const [left, leave] = useLeftList(name)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(left?.chosen ?? new Set())
  const parameters = { ...(sort && { sort }), ...parametersOf(view), ...fixed }
  const query = useInfiniteQuery({
    queryKey: [name, 'list', parameters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage(list, parameters, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })
  const pages = query.data?.pages
  const records = useMemo(() => pages?.flatMap((page) => page.records) ?? [], [pages])
  const selected = useMemo(() => records.filter(({ id }) => chosen.has(id)), [records, chosen])
  const shown = useMemo(() => shownColumns(columns, hidden), [columns, hidden])

  const usual = Object.keys(emptyDespite).filter((key) => view[key] === emptyDespite[key])
  const isRefused = statusOf(query.error) === 422 && isNarrowed(view, [])
  const clearAll = () => change(clearedView(view, filters))
  return (
    <div className="resource-table">
      <TableBar
        label={label}
        view={view}
        onChange={change}
        filters={filters}
        isSearched={isSearched}
        total={query.data?.pages[0]?.total}
        columns={columns}
        hidden={hidden}
        onHidden={setHidden}
        {...(list.csv && { csv: list.csv, parameters, fileName: name })}
      />
      {query.isError && records.length === 0 ? (
        <div className="table-state" role="alert">
          <Notice tone="problem">
            {isRefused ? (
              <>
                <Trans>This address filters the list by a value that does not exist.</Trans>{' '}
                <button type="button" className="link" onClick={clearAll}>
                  <Trans>Clear all filters</Trans>
                </button>
              </>
            ) : (
              <>
                {statusOf(query.error) === 403 ? t`You may not see this list.` : problemText(query.error)}{' '}
                <button type="button" className="link" onClick={() => query.refetch()}>
                  <Trans>Try again</Trans>
                </button>
              </>
            )}
          </Notice>
        </div>
      ) : !query.isPending && records.length === 0 ? (
        <div className="table-state">
          {isNarrowed(view, usual) ? <NothingMatches onClear={clearAll} /> : empty}
        </div>
      ) : (
        <Grid
          label={label}
          columns={shown}
          records={records}
          isPending={query.isPending}
          hasMore={query.hasNextPage}
          onMore={() => query.isFetchingNextPage || query.isError || void query.fetchNextPage()}
          sort={view.sort ?? sort}
          usualSort={sort}
          onSort={(next) => change({ sort: next })}
          isCurrent={isCurrent}
          isHalf={isHalf}
          start={left}
          onOpen={(id, index) => leave({ id, index, chosen })}
          {...(bulk && { chosen, onChosen: setChosen })}
        />
      )}
      {query.isError && records.length > 0 && (
        <div className="table-foot" role="alert">
          <Notice tone="problem">
            {problemText(query.error)}{' '}
            <button type="button" className="link" onClick={() => query.refetch()}>
              <Trans>Try again</Trans>
            </button>
          </Notice>
        </div>
      )}
      {bulk && selected.length > 0 && (
        <BulkBar count={selected.length} onClear={() => setChosen(new Set())}>
          {bulk(selected, () => setChosen(new Set()))}
        </BulkBar>
      )}
    </div>
  )
}
