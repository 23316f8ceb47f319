import { plural, t } from '@lingui/core/macro'
import type { Tick } from './end-all.ts'

/** The ticked records by kind, with their counts and texts. */
function kindsOf(ticks: readonly Tick[]) {
  const parts = [...new Set(ticks.map(({ part }) => part))]
  return parts.map(({ id, counted }) => {
    const texts = ticks.filter(({ part }) => part.id === id).map(({ text }) => text)
    return { id, texts, count: counted(texts.length) }
  })
}

/** The counts of ticked records by kind, such as `1 enrollment, 2 employments`. */
export const countsOf = (ticks: readonly Tick[]) =>
  kindsOf(ticks)
    .map(({ count }) => count)
    .join(', ')

/** The text of the button that ends the ticked records. */
export function endingOf(ticks: readonly Tick[]) {
  const counts = countsOf(ticks)
  // More than two kinds do not fit on a button. The dialog lists them.
  return kindsOf(ticks).length > 2
    ? plural(ticks.length, { one: 'End # thing', other: 'End # things' })
    : t`End ${counts}`
}

/** Lists the ticked records by kind. */
export function TickedList({ ticks }: { readonly ticks: readonly Tick[] }) {
  return (
    <ul className="line-list">
      {kindsOf(ticks).map(({ id, count, texts }) => (
        <li key={id}>
          <span>
            <strong>{count}</strong>: {texts.join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
