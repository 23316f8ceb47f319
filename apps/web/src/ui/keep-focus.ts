/** The row of a list, or the page, in which the focus was last outside dialogs and menus. */
let row: { readonly grid: Element; readonly index: number } | undefined

function rememberRow(element: Element | null) {
  if (!element?.closest('main') || element.closest('[role="dialog"], [role="menu"]')) return
  const found = element.closest<HTMLElement>('tr[data-index]')
  const grid = found?.closest('.grid-scroll')
  row = found && grid ? { grid, index: Number(found.dataset.index) } : undefined
}

rememberRow(document.activeElement)
document.addEventListener('focusin', ({ target }) => rememberRow(target instanceof Element ? target : null))

/** How long the list may take to lose the record that a dialog has deleted. */
const PATIENCE_MS = 2_000

/**
 * Called when a dialog has closed. What opened it gets the focus back by itself; where that goes with its record, the row
 * that takes its place gets it, or the page.
 */
export function keepFocus() {
  // There `j` goes to the row that took the place: it would skip this row if that had the focus already.
  if (/^\/t\/[^/]+\/issues$/.test(location.pathname)) return
  const end = performance.now() + PATIENCE_MS
  const look = () => {
    if (document.activeElement === document.body) placeOf(row)?.focus()
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  // What opened the dialog gets the focus in the next frame.
  requestAnimationFrame(() => requestAnimationFrame(look))
}

function placeOf(former: typeof row): HTMLElement | null {
  const rows = [...(former?.grid.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
  const next = rows.find(({ dataset }) => Number(dataset.index) === former?.index) ?? rows.at(-1)
  return next?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('main')
}
