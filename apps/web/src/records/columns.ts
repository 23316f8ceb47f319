import { type ReactNode, useMemo, useState } from 'react'
import { shared } from '../storage.ts'
import type { View } from './view.ts'

/** A column of a list. */
export interface Column<R> {
  readonly id: string
  readonly title: string
  readonly cell: (record: R) => ReactNode
  /** The member that the list can be ordered by. */
  readonly sort?: string
  /** Its width, `<n>rem` or `minmax(<n>rem, <n>fr)`; the default is `minmax(7rem, 1fr)`, for the name `minmax(11rem, 2fr)`. */
  readonly width?: string
  /**
   * Its importance if there is little room: 1 is left out last, and is shown on the card of a narrow screen; 3 is left out before
   * 2, the default.
   */
  readonly priority?: 1 | 2 | 3
  /** Aligned to the right. */
  readonly isNumber?: boolean
  /** Shown only when the reader chooses it. */
  readonly isExtra?: boolean
  /** The name of the record with the link to it; always shown. */
  readonly isName?: boolean
  /** Only of a name that is often long: it gets this width in rem before columns of priority 3 are shown and before others grow. */
  readonly room?: number
  /** The actions on the record; always shown, at the end. */
  readonly isAction?: boolean
}

const keyOf = (name: string) => `commonhold.columns ${name}`

/** Value of `columns` in the address if only the columns that are always shown are visible. */
const NONE = '-'

/** The ids of the hidden columns: from the address, otherwise from the last choice in this browser. */
export function useHiddenColumns<R>(
  name: string,
  columns: readonly Column<R>[],
  view: View,
  change: (changes: View) => void,
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [stored, setStored] = useState(() => shared.get(keyOf(name)))
  // Memoized, so that unchanged rows are not rendered again.
  const hidden = useMemo(() => {
    if (view.columns !== undefined) return new Set(otherIds(columns, view.columns.split(',')))
    const usual = columns.filter(({ isExtra }) => isExtra).map(({ id }) => id)
    return new Set(stored?.split(' ') ?? usual)
  }, [columns, stored, view.columns])
  return [
    hidden,
    (next) => {
      const text = [...next].join(' ')
      shared.set(keyOf(name), text)
      setStored(text)
      change({ columns: otherIds(columns, [...next]).join(',') || NONE })
    },
  ]
}

/** The ids of the columns that can be hidden and are not in `some`. */
const otherIds = <R>(columns: readonly Column<R>[], some: readonly string[]) =>
  columns.filter((column) => !isFixed(column) && !some.includes(column.id)).map(({ id }) => id)

/** True for a column that is always shown. */
export const isFixed = <R>({ isName, isAction }: Column<R>) => Boolean(isName || isAction)

/** The columns that are shown. */
export const shownColumns = <R>(columns: readonly Column<R>[], hidden: ReadonlySet<string>) =>
  columns.filter((column) => isFixed(column) || !hidden.has(column.id))
