import type { Column } from './columns.ts'

/** Rem of a list below which each row is a card of two lines. */
const CARDS_BELOW = 36
/** Rem beside the columns: the ends of a row, and a bar to scroll by. */
const BESIDE = 3
/** Rem of the column by which rows are chosen. */
const CHOICE = 2.5
/** Rem of the name: what usual columns leave to it, and what those of the first priority leave. */
const NAME_WANTED = 18
const NAME_LEAST = 11
/** How many columns a card has beside the name where none is of the first priority. */
const ON_CARD = 2

/** How a list is drawn in the room that it has. */
export interface Fit<R> {
  readonly columns: readonly Column<R>[]
  readonly isCards: boolean
  /** The widths of the columns, as CSS. */
  readonly template: string
  /** Rem without which the columns do not stand beside each other. */
  readonly least: number
}

interface Room {
  /** Rem; undefined until the list is drawn. */
  readonly width: number | undefined
  readonly isChosen: boolean
  /** True where only columns of the first priority are wanted. */
  readonly isHalf: boolean
  /** Rem that the marks of a column take, where they are wider than the column. */
  readonly marks: ReadonlyMap<string, number>
}

/** Chooses the columns that a list has room for; those that matter least are left out first. */
export function fit<R>(columns: readonly Column<R>[], { width, isChosen, isHalf, marks }: Room): Fit<R> {
  const isCards = width !== undefined && width < CARDS_BELOW
  const leastOf = ({ id, width: own }: Column<R>) =>
    Math.max(Number(/[\d.]+/.exec(own ?? '7')?.[0]), marks.get(id) ?? 0)
  const isWide = ({ isName, width: own }: Column<R>) => isName === true && own === undefined
  const taken = (kept: readonly Column<R>[], name: number) =>
    kept.reduce((sum, column) => sum + (isWide(column) ? name : leastOf(column)), isChosen ? CHOICE : 0)
  const widthOf = (column: Column<R>) => {
    if (isWide(column)) return `minmax(${NAME_LEAST}rem, 2fr)`
    const grows = column.width ? /[\d.]+fr/.exec(column.width)?.[0] : '1fr'
    return grows ? `minmax(${leastOf(column)}rem, ${grows})` : `${leastOf(column)}rem`
  }
  let kept = isCards || isHalf ? important(columns) : columns
  if (width !== undefined && !isCards)
    for (const column of leaving(kept)) {
      if (taken(kept, priorityOf(column) === 1 ? NAME_LEAST : NAME_WANTED) <= width - BESIDE) break
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

/** The name, what can be done, and the columns of the first priority; the first ones where a list says of none. */
function important<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  const others = columns.filter(({ isName, isAction }) => !isName && !isAction)
  const first = others.filter((column) => priorityOf(column) === 1)
  const kept = new Set(first.length > 0 ? first : others.slice(0, ON_CARD))
  return columns.filter((column) => column.isName || column.isAction || kept.has(column))
}

/** What is left out, in this order. What the reader has added stays. */
const leaving = <R>(columns: readonly Column<R>[]): readonly Column<R>[] =>
  columns
    .filter(({ isName, isAction, isExtra }) => !isName && !isAction && !isExtra)
    .reverse()
    .sort((one, other) => priorityOf(other) - priorityOf(one))
