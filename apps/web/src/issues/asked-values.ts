import type { IssueTransition } from '@commonhold/contract'
import { t } from '@lingui/core/macro'

/** A field that a move asks for. */
export type Asked = IssueTransition['fields'][number]

/** How the value of a field is written in a form. */
export type Writing = 'choice' | 'choices' | 'list' | 'json' | 'text'

/** Several values of a field with options are chosen; those of others are typed as a comma-separated list. */
export function writingOf({ type, options, value }: Asked): Writing {
  if (type === 'json') return 'json'
  if (type === 'multi_select' && options.length > 0) return 'choices'
  if (type === 'multi_select' || Array.isArray(value)) return 'list'
  return type === 'boolean' || options.length > 0 ? 'choice' : 'text'
}

/** What can be chosen: options in use, and what is chosen already. */
export function optionsOf({ type, options, value }: Asked) {
  if (type === 'boolean')
    return [
      { key: 'true', label: t`Yes` },
      { key: 'false', label: t`No` },
    ]
  const chosen = [value].flat()
  return options.filter(({ key, is_active }) => is_active || chosen.includes(key))
}

/** The name of a field's control: the path of its value in the body, as faults point at it. */
export const nameOf = ({ path }: Asked) => `fields/${path.replaceAll('.', '/')}`

/** The value that the field has, as its control gives it; each of several choices is a line. */
export function textOf(field: Asked): string {
  const { value } = field
  if (value === null || value === undefined) return ''
  const writing = writingOf(field)
  if (writing === 'json') return JSON.stringify(value)
  if (writing === 'list') return [value].flat().join(', ')
  if (writing !== 'choices') return String(value)
  return optionsOf(field)
    .filter(({ key }) => [value].flat().includes(key))
    .map(({ key }) => key)
    .join('\n')
}

/** A value as the service wants it, from what the control gives. */
function valueFrom(field: Asked, text: string): unknown {
  const writing = writingOf(field)
  if (writing === 'list') return partsOf(text, ',')
  if (text === '') return null
  if (writing === 'choices') return partsOf(text, '\n')
  if (writing === 'json') return JSON.parse(text)
  if (field.type === 'integer' || field.type === 'decimal') return Number(text)
  return field.type === 'boolean' ? text === 'true' : text
}

const partsOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What is wrong with what a control gives, as far as the page can tell. */
export function faultOf(field: Asked, text: string): string | undefined {
  if (text === '') return field.is_required ? t`This move needs it.` : undefined
  if (writingOf(field) !== 'json') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return t`This is not JSON yet.`
  }
}

/** The fields whose controls give something else than was shown, as a body names them. */
export function changedFields(
  asked: readonly Asked[],
  given: (name: string) => string,
): Record<string, unknown> {
  return asked
    .filter((field) => given(nameOf(field)) !== textOf(field).trim())
    .reduce<Record<string, unknown>>(
      (fields, field) => placed(fields, field.path, valueFrom(field, given(nameOf(field)))),
      {},
    )
}

/** Puts a value where its path says: `details.outcome`. */
function placed(fields: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [first = path, second] = path.split('.')
  if (second === undefined) return { ...fields, [first]: value }
  return { ...fields, [first]: { ...Object(fields[first]), [second]: value } }
}
