import { plural, t } from '@lingui/core/macro'
import type { Tick } from './end-all.ts'

/** Each kind of what is ticked: how many, and which. */
function kindsOf(ticks: readonly Tick[]) {
  const parts = [...new Set(ticks.map(({ part }) => part))]
  return parts.map(({ id, counted }) => {
    const texts = ticks.filter(({ part }) => part.id === id).map(({ text }) => text)
    return { id, texts, count: counted(texts.length) }
  })
}

/** Counts what is ticked by its kinds: `1 enrollment, 2 employments`. */
export const countsOf = (ticks: readonly Tick[]) =>
  kindsOf(ticks)
    .map(({ count }) => count)
    .join(', ')

/** What a button says that ends what is ticked. */
export function endingOf(ticks: readonly Tick[]) {
  const counts = countsOf(ticks)
  // More kinds make no words for a button; the dialog lists them.
  return kindsOf(ticks).length > 2
    ? plural(ticks.length, { one: 'End # thing', other: 'End # things' })
    : t`End ${counts}`
}

/** Lists what is ticked, by its kinds. */
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
