import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Column } from './columns.ts'
import { nextSort, orderOf } from './view.ts'

interface GridProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly records: readonly R[]
  readonly isPending: boolean
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly chosen?: ReadonlySet<string>
  readonly onChosen?: (chosen: ReadonlySet<string>) => void
  readonly onKey?: (key: string, record: R) => boolean
}

/** Pixels, as in styles/app/table.css. */
const ROW_HEIGHT = 38
const OUTLINES = Array.from({ length: 12 }, (_, at) => at)

/**
 * The rows of a list in a table that draws only those in sight. `j` and `k` or the arrows move between rows, `x` chooses
 * one, Enter opens it.
 */
export function Grid<R extends { readonly id: string }>(props: GridProps<R>) {
  const { label, columns, records, isPending, hasMore, onMore, chosen, onChosen, onKey } = props
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= records.length - 30) onMore()
  }, [hasMore, last, records.length, onMore])

  const choose = (id: string) => {
    if (!chosen || !onChosen) return
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  const focusRow = (index: number) => {
    const at = Math.max(0, Math.min(records.length - 1, index))
    rows.scrollToIndex(at)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`tr[data-index="${at}"] .row-link`)?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey) return
    if (target.matches('input:not([type="checkbox"]), select, textarea, [role="menuitem"]')) return
    const index = Number(target.closest('tr')?.dataset.index ?? -1)
    const record = records[index]
    const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
    const step = steps[key]
    if (step !== undefined) focusRow(index + step)
    else if (key === 'Home') focusRow(0)
    else if (key === 'End') focusRow(records.length - 1)
    else if (key === 'x' && record) choose(record.id)
    else if (!record || !onKey?.(key, record)) return
    event.preventDefault()
  }

  const before = shown[0]?.start ?? 0
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const widths = columns.map(({ width }) => width ?? 'minmax(8rem, 1fr)')
  const template = [...(onChosen ? ['2.5rem'] : []), ...widths].join(' ')
  return (
    // Keys that move between the links of the rows; each link is reached by Tab, too.
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what one interacts with
    <div className="grid-scroll" ref={scroller} onKeyDown={onKeyDown}>
      <table
        className="grid"
        aria-label={label}
        aria-busy={isPending}
        aria-rowcount={hasMore ? -1 : records.length + 1}
      >
        <thead>
          <tr style={{ gridTemplateColumns: template }}>
            {onChosen && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={t`Choose all rows that are loaded`}
                  checked={records.length > 0 && chosen?.size === records.length}
                  onChange={(event) =>
                    onChosen(new Set(event.target.checked ? records.map(({ id }) => id) : []))
                  }
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody style={{ paddingBlock: `${before}px ${after}px` }}>
          {isPending
            ? OUTLINES.map((at) => (
                <tr key={at} style={{ gridTemplateColumns: template }}>
                  {onChosen && <td />}
                  {columns.map(({ id }) => (
                    <td key={id}>
                      <span className="skeleton" />
                    </td>
                  ))}
                </tr>
              ))
            : null}
          {shown.map(({ index }) => {
            const record = records[index]
            if (!record) return null
            return (
              <tr
                key={record.id}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={chosen?.has(record.id)}
                style={{ gridTemplateColumns: template }}
              >
                {onChosen && (
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t`Choose row ${index + 1}`}
                      checked={chosen?.has(record.id) ?? false}
                      onChange={() => choose(record.id)}
                    />
                  </td>
                )}
                {columns.map(({ id, cell, isNumber }) => (
                  <td key={id} className={isNumber ? 'number' : undefined}>
                    {cell(record)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderCellProps<R> {
  readonly column: Column<R>
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function HeaderCell<R>({ column, sort, onSort }: HeaderCellProps<R>) {
  const { title, sort: by, isNumber } = column
  const order = orderOf(sort)
  const own = by !== undefined && order?.by === by ? order : undefined
  const Arrow = own?.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={own ? (own.descending ? 'descending' : 'ascending') : undefined}
    >
      {by === undefined ? (
        <span>{title}</span>
      ) : (
        <button type="button" className="sort" onClick={() => onSort(nextSort(by, order))}>
          {title}
          {own && <Arrow aria-hidden="true" />}
        </button>
      )}
    </th>
  )
}
