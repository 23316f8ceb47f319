import { useLingui } from '@lingui/react/macro'
import { dayOfText, momentText, useLook } from '../preferences.ts'
import { useMinute } from './use-minute.ts'

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago, or how far ahead, in words: “3 days ago”; less than a minute is “now”. */
export function relativeText(at: string, locale: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [
    'second',
    Number.POSITIVE_INFINITY,
  ]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}

/** Milliseconds for which words are exact enough: “last year” is not. */
const RECENT = 28 * 86_400_000

/**
 * A moment relative to now, updated as time passes, or its date if it is far from now. The tooltip shows the exact moment in the
 * reader's format and time zone.
 */
export function When({ at }: { readonly at: string }) {
  const { i18n } = useLingui()
  const look = useLook()
  useMinute()
  return (
    <time dateTime={at} title={momentText(at, look)}>
      {Math.abs(new Date(at).getTime() - Date.now()) < RECENT
        ? relativeText(at, i18n.locale)
        : dayOfText(at, look)}
    </time>
  )
}
