/** The row of a list in which the focus last was, outside of dialogs and menus; undefined if it was elsewhere on the page. */
let row: { readonly grid: Element; readonly index: number } | undefined

function rememberRow(element: Element | null) {
  if (!element?.closest('main') || element.closest('[role="dialog"], [role="menu"]')) return
  const found = element.closest<HTMLElement>('tr[data-index]')
  const grid = found?.closest('.grid-scroll')
  row = found && grid ? { grid, index: Number(found.dataset.index) } : undefined
}

rememberRow(document.activeElement)
document.addEventListener('focusin', ({ target }) => rememberRow(target instanceof Element ? target : null))

/** Milliseconds until the list no longer shows a record that the dialog has deleted. */
const PATIENCE_MS = 2_000

/**
 * Called when a dialog has closed. The element that opened it gets the focus back. If that element disappears with its record,
 * the row that takes its place gets the focus, or the page.
 */
export function keepFocus() {
  // In the list of issues, `j` goes to the row that took the place. It would skip this row if that already had the focus.
  if (/^\/t\/[^/]+\/issues$/.test(location.pathname)) return
  const end = performance.now() + PATIENCE_MS
  const look = () => {
    if (document.activeElement === document.body) placeOf(row)?.focus()
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  // The element that opened the dialog gets the focus in the next frame.
  requestAnimationFrame(() => requestAnimationFrame(look))
}

function placeOf(former: typeof row): HTMLElement | null {
  const rows = [...(former?.grid.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
  const next = rows.find(({ dataset }) => Number(dataset.index) === former?.index) ?? rows.at(-1)
  return next?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('main')
}
