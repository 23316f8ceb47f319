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
  /** Its width, `<n>rem` or `minmax(<n>rem, <n>fr)`; `minmax(7rem, 1fr)` unless given. The name takes what is left. */
  readonly width?: string
  /**
   * What becomes of it where there is no room: 1 stays, on the card of a narrow screen, too; 3 is left out before the
   * usual 2.
   */
  readonly priority?: 1 | 2 | 3
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
  /** Shown only when the reader chooses it. */
  readonly isExtra?: boolean
  /** Always shown: what the record is called, with the link to it. */
  readonly isName?: boolean
  /** Always shown, at the end: what can be done with the record. */
  readonly isAction?: boolean
}

const keyOf = (name: string) => `commonhold.columns ${name}`

/** Stands in the address for no column but those that are always shown. */
const NONE = '-'

/** The columns that the reader does not want: the address says it, or else what was chosen last in this browser. */
export function useHiddenColumns<R>(
  name: string,
  columns: readonly Column<R>[],
  view: View,
  change: (changes: View) => void,
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [stored, setStored] = useState(() => shared.get(keyOf(name)))
  // The same set in every drawing, so that rows that did not change are not drawn again.
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

/** The columns that can be chosen and are not among some. */
const otherIds = <R>(columns: readonly Column<R>[], some: readonly string[]) =>
  columns.filter((column) => !isFixed(column) && !some.includes(column.id)).map(({ id }) => id)

/** Whether a column is always shown. */
export const isFixed = <R>({ isName, isAction }: Column<R>) => Boolean(isName || isAction)

/** The columns that are shown. */
export const shownColumns = <R>(columns: readonly Column<R>[], hidden: ReadonlySet<string>) =>
  columns.filter((column) => isFixed(column) || !hidden.has(column.id))
