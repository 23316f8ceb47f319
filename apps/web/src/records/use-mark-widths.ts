import { type RefObject, useLayoutEffect, useState } from 'react'
import { rem } from './use-width.ts'

/** Rem at which a mark is cut after all: names of statuses can be as long as one likes. */
const WIDEST = 14

/**
 * Says which columns are too narrow for the status or the key in one of the rows that are drawn, and the rem that it
 * takes there. A column only becomes wider, so that nothing moves back and forth while one scrolls.
 */
export function useMarkWidths(
  of: RefObject<HTMLElement | null>,
  /** Changes with the rows that are drawn. */
  drawn: unknown,
): ReadonlyMap<string, number> {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  useLayoutEffect(() => {
    const list = of.current
    if (!list) return
    const measure = () => setWidths((known) => widerThan(known, list))
    measure()
    // Names of statuses come later than the rows.
    const observer = new MutationObserver(measure)
    observer.observe(list, { subtree: true, characterData: true, childList: true })
    return () => observer.disconnect()
  }, [of, drawn])
  return widths
}

/** The widths that are known, with those of marks which are cut; the same ones where none is. */
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
