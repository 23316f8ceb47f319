import type { Preferences } from '@commonhold/contract'
import { i18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { shared } from './storage.ts'

/** The preferences that this page applies. */
export type Look = Pick<Preferences, 'theme' | 'locale' | 'timezone' | 'date_format' | 'time_format'>

/** Storage key of the look. It is kept between visits, so that the page does not change its colours while it loads. */
export const LOOK_KEY = 'commonhold.look'

const usual: Look = {
  theme: 'system',
  locale: null,
  timezone: null,
  date_format: 'yyyy_mm_dd',
  time_format: 'h24',
}

const listeners = new Set<() => void>()
let look = stored()

function stored(): Look {
  try {
    const value: unknown = JSON.parse(shared.get(LOOK_KEY) ?? '{}')
    return { ...usual, ...(typeof value === 'object' ? value : {}) }
  } catch {
    return usual
  }
}

/** Stores and applies the preferences: colours immediately, formats when components render again. */
export function applyLook({ theme, locale, timezone, date_format, time_format }: Look) {
  look = { theme, locale, timezone, date_format, time_format }
  shared.set(LOOK_KEY, JSON.stringify(look))
  showTheme()
  for (const listener of listeners) listener()
}

/** Sets the chosen theme on the document element. */
export function showTheme() {
  if (look.theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = look.theme
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The current look. */
export const readLook = () => look

/** The current look; the component renders again when it changes. */
export const useLook = () => useSyncExternalStore(subscribe, () => look)

/** Date and time in the preferred format. If this browser does not know the time zone or the language, it uses its own. */
export function momentText(at: string, look: Look): string {
  const part = partsOf(at, look)
  const period = part('dayPeriod')
  return `${dateOf(part, look)}, ${part('hour')}:${part('minute')}${period && ` ${period}`}`
}

/** The date of a moment in the reader's time zone, in the preferred format. */
export const dayOfText = (at: string, look: Look): string => dateOf(partsOf(at, look), look)

/** Today in the reader's zone, or a day that many days ahead, as `YYYY-MM-DD`. */
export function dayAhead(days: number): string {
  const part = partsOf(Date.now(), { ...look, locale: 'en' })
  const [year, month, day] = [Number(part('year')), Number(part('month')), Number(part('day'))]
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

type PartOf = (type: Intl.DateTimeFormatPartTypes) => string

const dateOf = (part: PartOf, { date_format }: Look) =>
  ordered(part('year'), part('month'), part('day'), date_format)

/** Returns the parts of a moment (such as `year`) in the preferred language, time zone and hour cycle. */
export function partsOf(at: string | number, { locale, timezone, time_format }: Look): PartOf {
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: time_format === 'h12' ? 'h12' : 'h23',
  }
  const parts = new Map(
    formatter(locale, timezone, options)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  return (type) => parts.get(type) ?? ''
}

function ordered(year: string, month: string, day: string, format: Look['date_format']): string {
  if (format === 'yyyy_mm_dd') return `${year}-${month}-${day}`
  if (format === 'mm_dd_yyyy') return `${month}/${day}/${year}`
  return [day, month, year].join(i18n.locale === 'de' ? '.' : '/')
}

/** A day (`YYYY-MM-DD`) in the preferred format. */
export function dayText(on: string, { date_format }: Pick<Look, 'date_format'>): string {
  const [year = '', month = '', day = ''] = on.split('-')
  return ordered(year, month, day, date_format)
}

/** An amount of money in the reader's language; without a currency, only the number. */
export function moneyText(amount: number, currency: string | null, { locale }: Pick<Look, 'locale'>): string {
  const options: Intl.NumberFormatOptions = currency
    ? { style: 'currency', currency }
    : { minimumFractionDigits: 2 }
  try {
    return new Intl.NumberFormat(locale ?? undefined, options).format(amount)
  } catch {
    return new Intl.NumberFormat(undefined, options).format(amount)
  }
}

function formatter(locale: string | null, timezone: string | null, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale ?? undefined, { ...options, timeZone: timezone ?? undefined })
  } catch {
    return new Intl.DateTimeFormat(undefined, options)
  }
}
