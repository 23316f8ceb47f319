import { type RefObject, useLayoutEffect, useState } from 'react'
import { rem } from './use-width.ts'

/** The widest column in rem. Names of statuses can be long, and wider ones are cut. */
const WIDEST = 14

/**
 * Returns the width in rem that a column needs, if the status or the key in one of the rendered rows does not fit. A column only
 * becomes wider, so that nothing moves back and forth while the reader scrolls.
 */
export function useMarkWidths(
  of: RefObject<HTMLElement | null>,
  /** A value that changes with the rendered rows. */
  drawn: unknown,
): ReadonlyMap<string, number> {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  useLayoutEffect(() => {
    const list = of.current
    if (!list) return
    const measure = () => setWidths((known) => widerThan(known, list))
    measure()
    // Names of statuses are loaded after the rows.
    const observer = new MutationObserver(measure)
    observer.observe(list, { subtree: true, characterData: true, childList: true })
    return () => observer.disconnect()
  }, [of, drawn])
  return widths
}

/** Adds the widths for marks that are cut; returns the same map if none is. */
function widerThan(known: ReadonlyMap<string, number>, list: HTMLElement): ReadonlyMap<string, number> {
  const wider = new Map<string, number>()
  for (const mark of list.querySelectorAll('tbody :is(.status > span, td > .code)')) {
    const cell = mark.closest('td')
    const id = cell?.dataset.column
    const more = mark.scrollWidth - mark.clientWidth
    if (!cell || !id || more <= 0) continue
    const needed = Math.min(WIDEST, Math.ceil(((cell.offsetWidth + more) / rem()) * 4) / 4)
    if (needed > (wider.get(id) ?? known.get(id) ?? 0)) wider.set(id, needed)
  }
  return wider.size > 0 ? new Map([...known, ...wider]) : known
}
