import type { Column } from './columns.ts'

/** Width of a list in rem, below which each row is a card of two lines. */
const CARDS_BELOW = 36
/** Width in rem beside the columns: the ends of a row, and the scrollbar. */
const BESIDE = 3
/** Width in rem of the column with the checkboxes. */
const CHOICE = 2.5
/**
 * Width in rem that must be left for the name: 18 for columns of priority 2 and 3 to be shown (those of priority 3 wait for the
 * name's own `room`, too), 11 for those of priority 1.
 */
const NAME_WANTED = 18
const NAME_LEAST = 11
/** The number of columns on a card beside the name, if none has priority 1. */
const ON_CARD = 2

/** The layout of a list for its width. */
export interface Fit<R> {
  readonly columns: readonly Column<R>[]
  readonly isCards: boolean
  /** The widths of the columns, for `grid-template-columns`. */
  readonly template: string
  /** The least width in rem at which the columns fit side by side. */
  readonly least: number
}

interface Room {
  /** In rem; undefined until the list is rendered. */
  readonly width: number | undefined
  readonly isChosen: boolean
  /** True if only columns of priority 1 are shown. */
  readonly isHalf: boolean
  /** By column id: the width in rem of its marks, if they are wider than the column. */
  readonly marks: ReadonlyMap<string, number>
}

/** Chooses the columns that fit; the least important ones are left out first. */
export function fit<R>(columns: readonly Column<R>[], { width, isChosen, isHalf, marks }: Room): Fit<R> {
  const isCards = width !== undefined && width < CARDS_BELOW
  const leastOf = ({ id, width: own }: Column<R>) =>
    Math.max(Number(/[\d.]+/.exec(own ?? '7')?.[0]), marks.get(id) ?? 0)
  const isWide = ({ isName, width: own }: Column<R>) => isName === true && own === undefined
  const taken = (kept: readonly Column<R>[], name: number) =>
    kept.reduce((sum, column) => sum + (isWide(column) ? name : leastOf(column)), isChosen ? CHOICE : 0)
  const room = columns.find(isWide)?.room ?? 0
  const wanted = { 1: NAME_LEAST, 2: NAME_WANTED, 3: Math.max(NAME_WANTED, room) }
  const nameWidth = () => {
    const left = width === undefined ? 0 : width - BESIDE - taken(kept, 0)
    return Math.max(NAME_LEAST, Math.min(room, left))
  }
  const widthOf = (column: Column<R>) => {
    if (isWide(column)) return `minmax(${nameWidth()}rem, 2fr)`
    const grows = column.width ? /[\d.]+fr/.exec(column.width)?.[0] : '1fr'
    return grows ? `minmax(${leastOf(column)}rem, ${grows})` : `${leastOf(column)}rem`
  }
  let kept = isCards || isHalf ? important(columns) : columns
  if (width !== undefined && !isCards)
    for (const column of leaving(kept)) {
      if (taken(kept, wanted[priorityOf(column)]) <= width - BESIDE) break
      kept = kept.filter((one) => one !== column)
    }
  return {
    columns: kept,
    isCards,
    template: [...(isChosen ? [`${CHOICE}rem`] : []), ...kept.map(widthOf)].join(' '),
    least: isCards ? 0 : taken(kept, NAME_LEAST) + 2,
  }
}

const priorityOf = <R>({ priority = 2 }: Column<R>) => priority

/** The name, the actions and the columns of priority 1, or the first other columns if none has priority 1. */
function important<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  const others = columns.filter(({ isName, isAction }) => !isName && !isAction)
  const first = others.filter((column) => priorityOf(column) === 1)
  const kept = new Set(first.length > 0 ? first : others.slice(0, ON_CARD))
  return columns.filter((column) => column.isName || column.isAction || kept.has(column))
}

/** The columns that may be left out, in this order. Columns that the reader has added stay. */
const leaving = <R>(columns: readonly Column<R>[]): readonly Column<R>[] =>
  columns
    .filter(({ isName, isAction, isExtra }) => !isName && !isAction && !isExtra)
    .reverse()
    .sort((one, other) => priorityOf(other) - priorityOf(one))
