import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { isTyping } from '../ui/is-typing.ts'
import type { Column } from './columns.ts'
import { fit } from './fit.ts'
import { GridHead } from './grid-head.tsx'
import { cellClasses, GridRow } from './grid-row.tsx'
import { useMarkWidths } from './use-mark-widths.ts'
import { type Start, useStartRow } from './use-start-row.ts'
import { useWidth } from './use-width.ts'

interface GridProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly records: readonly R[]
  readonly isPending: boolean
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly sort: string
  /** The default order. */
  readonly usualSort: string
  /** Called with the new order; an empty one is the default. */
  readonly onSort: (sort: string) => void
  readonly chosen?: ReadonlySet<string>
  readonly onChosen?: (chosen: ReadonlySet<string>) => void
  /** True for the record that is open beside the list: its row is marked and scrolled into view. */
  readonly isCurrent?: ((record: R) => boolean) | undefined
  /** The row that gets the focus once the records are loaded. */
  readonly start: Start | undefined
  /** Called when the reader follows a link of a row. */
  readonly onOpen: (id: string, index: number) => void
  /** True if something else takes a part of the screen: only columns of priority 1 are shown. */
  readonly isHalf: boolean
}

/** Pixels, as in styles/app/table.css. */
const ROW_HEIGHT = 36
const CARD_HEIGHT = 60
/** Height of the header row with its border; it stays above the rows. */
const HEAD_HEIGHT = 33
const OUTLINES = Array.from({ length: 12 }, (_, at) => at)

const indexOf = (target: HTMLElement) => Number(target.closest('tr')?.dataset.index ?? -1)

/**
 * A table that renders only the visible rows of a list, with the columns that fit. On a narrow screen each row is a card. `j` and
 * `k` or the arrow keys move between rows, `x` chooses a row, Enter opens it.
 */
export function Grid<R extends { readonly id: string }>(props: GridProps<R>) {
  const { label, records, isPending, hasMore, onMore, chosen, onChosen, isCurrent, isHalf, start, onOpen } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const cards = useRef(false)
  const rows = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cards.current ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const marks = useMarkWidths(scroller, `${shown[0]?.index} ${last} ${width} ${records.length}`)
  const isChosen = onChosen !== undefined
  const { columns, isCards, template, least } = useMemo(
    () => fit(props.columns, { width, isChosen, isHalf, marks }),
    [props.columns, width, isChosen, isHalf, marks],
  )
  cards.current = isCards
  const { measure } = rows
  // Cards are higher than rows.
  useLayoutEffect(() => measure(), [isCards, measure])
  useEffect(() => {
    if (hasMore && last >= records.length - 30) onMore()
  }, [hasMore, last, records.length, onMore])

  const current = isCurrent ? records.findIndex(isCurrent) : -1
  const { scrollToIndex } = rows
  useEffect(() => {
    if (current >= 0) scrollToIndex(current, { align: 'auto' })
  }, [current, scrollToIndex])

  const choice = useRef({ chosen, onChosen })
  choice.current = { chosen, onChosen }
  // A stable function, so that unchanged rows are not rendered again.
  const choose = useCallback((id: string) => {
    const next = new Set(choice.current.chosen)
    if (!next.delete(id)) next.add(id)
    choice.current.onChosen?.(next)
  }, [])
  // Index of the row that gets the focus as soon as it is rendered. Keys pressed before that continue from there.
  const ahead = useRef<number>(undefined)
  const focusRow = (index: number) => {
    const at = Math.max(0, Math.min(records.length - 1, index))
    const link = () => scroller.current?.querySelector<HTMLElement>(`tr[data-index="${at}"] .row-link`)
    rows.scrollToIndex(at)
    const drawn = link()
    ahead.current = drawn ? undefined : at
    scroller.current?.toggleAttribute('data-moves', !drawn)
    if (drawn) return drawn.focus()
    requestAnimationFrame(() => {
      if (ahead.current !== at) return
      ahead.current = undefined
      scroller.current?.removeAttribute('data-moves')
      link()?.focus()
    })
  }
  useStartRow({ start, records, isReady: shown.length > 0, focusRow })
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement) || !target.closest('a')) return
    const index = indexOf(target)
    const record = records[index]
    if (record) onOpen(record.id, index)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey) return
    // ArrowDown on the button of a menu opens the menu.
    if (isTyping(target) || event.defaultPrevented) return
    const index = ahead.current ?? indexOf(target)
    const record = records[index]
    const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
    const step = steps[key]
    if (step !== undefined) focusRow(index + step)
    else if (key === 'Home') focusRow(0)
    else if (key === 'End') focusRow(records.length - 1)
    else if (key === 'x' && record) choose(record.id)
    else return
    event.preventDefault()
  }

  const before = (shown[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT
  const after = rows.getTotalSize() + HEAD_HEIGHT - (shown.at(-1)?.end ?? HEAD_HEIGHT)
  const style = isCards ? undefined : { gridTemplateColumns: template }
  const classes = cellClasses(columns)
  return (
    // The keys move between the links of the rows. Tab reaches each link too.
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what one interacts with
    <div className="grid-scroll" ref={scroller} onKeyDown={onKeyDown} onClickCapture={onClick}>
      <table
        className={isCards ? 'grid cards' : 'grid'}
        style={{ minWidth: `max(100%, ${least}rem)` }}
        aria-label={label}
        aria-busy={isPending}
        aria-rowcount={hasMore ? -1 : records.length + 1}
      >
        <GridHead
          columns={props.columns}
          shown={columns}
          classes={classes}
          isCards={isCards}
          style={style}
          sort={props.sort}
          usualSort={props.usualSort}
          onSort={props.onSort}
          isAllChosen={records.length > 0 && chosen?.size === records.length}
          onAllChosen={onChosen && ((isAll) => onChosen(new Set(isAll ? records.map(({ id }) => id) : [])))}
        />
        <tbody style={{ paddingBlock: `${before}px ${after}px` }}>
          {isPending
            ? OUTLINES.map((at) => (
                <tr key={at} style={style}>
                  {onChosen && <td className="choice-cell" />}
                  {columns.map(({ id }, column) => (
                    <td key={id} className={classes[column]}>
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
              <GridRow
                key={record.id}
                record={record}
                index={index}
                columns={columns}
                template={isCards ? undefined : template}
                isCurrent={index === current}
                isChosen={onChosen && (chosen?.has(record.id) ?? false)}
                onChoose={choose}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
