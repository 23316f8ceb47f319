import { useEffect, useEffectEvent } from 'react'

/** The row with which a list begins. */
export interface Start {
  readonly id: string
  readonly index: number
}

interface StartRowProps {
  readonly start: Start | undefined
  readonly records: readonly { readonly id: string }[]
  /** True when rows are rendered. */
  readonly isReady: boolean
  readonly focusRow: (index: number) => void
}

/**
 * Puts the focus on the row with which the list begins, unless the focus is on something else. If the record is no longer in the
 * list, it is the next row.
 */
export function useStartRow({ start, records, isReady, focusRow }: StartRowProps): void {
  const begin = useEffectEvent(() => {
    if (!start || !document.activeElement?.matches('body, h1')) return
    const found = records.findIndex(({ id }) => id === start.id)
    focusRow(found < 0 ? start.index : found)
  })
  useEffect(() => {
    if (!isReady) return
    // The page puts the focus on its heading first.
    const frame = requestAnimationFrame(() => begin())
    return () => cancelAnimationFrame(frame)
  }, [isReady])
}
