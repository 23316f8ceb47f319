import { t } from '@lingui/core/macro'
import { wordOfPage } from '../shared-names/speak.ts'

/** A key in words: `in_progress` becomes “In progress”. */
export function worded(key: string): string {
  const text = key.replaceAll('_', ' ').replaceAll('.', ': ')
  return wordOfPage(text.charAt(0).toUpperCase() + text.slice(1))
}

/** A value of an activity as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return t`nothing`
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
