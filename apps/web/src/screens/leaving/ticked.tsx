import { plural, t } from '@lingui/core/macro'
import { CircleCheck } from 'lucide-react'
import type { Tick } from './end-all.ts'

/** The ticked records by kind: what happens to them, what has happened to them afterwards, and their texts. */
function kindsOf(ticks: readonly Tick[]) {
  // The parts of a former attempt are other objects.
  const parts = [...new Map(ticks.map(({ part }) => [part.id, part])).values()]
  return parts.map(({ id, ending, ended }) => {
    const texts = ticks.filter(({ part }) => part.id === id).map(({ text }) => text)
    return { id, texts, ending: ending(texts.length), ended: ended(texts.length) }
  })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What has ended, by kind, such as `1 enrollment ended, 2 API keys deleted`. */
export const endedOf = (ticks: readonly Tick[]) =>
  kindsOf(ticks)
    .map(({ ended }) => ended)
    .join(', ')

/** The text of the button that ends the ticked records. */
export function endingOf(ticks: readonly Tick[]) {
  const [first = '', second, ...others] = kindsOf(ticks).map(({ ending }) => ending)
  // More than two kinds do not fit on a button. The dialog lists them.
  if (others.length > 0) return plural(ticks.length, { one: 'End # thing', other: 'End # things' })
  return capital(second === undefined ? first : t`${first} and ${second}`)
}

/** Lists the ticked records by kind. */
export function TickedList({ ticks }: { readonly ticks: readonly Tick[] }) {
  return (
    <ul className="line-list">
      {kindsOf(ticks).map(({ id, ending, texts }) => (
        <li key={id}>
          <span>
            <strong>{capital(ending)}</strong>: {texts.join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Lists the records that have ended by kind, each kind with a tick. */
export function EndedList({ ticks }: { readonly ticks: readonly Tick[] }) {
  return (
    <ul className="line-list">
      {kindsOf(ticks).map(({ id, ended, texts }) => (
        <li key={id}>
          <CircleCheck aria-hidden="true" className="step-mark done" />
          <span>
            <strong>{capital(ended)}</strong>: {texts.join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
