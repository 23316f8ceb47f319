import type { IssueTransition } from '@commonhold/contract'
import { t } from '@lingui/core/macro'

/** A field that a transition requests. */
export type Asked = IssueTransition['fields'][number]

/** The kind of control in which a value is entered. */
export type Writing = 'choice' | 'choices' | 'list' | 'json' | 'text'

/** Several values are chosen from the options; a field without options gets a comma-separated text. */
export function writingOf({ type, options, value }: Asked): Writing {
  if (type === 'json') return 'json'
  if (type === 'multi_select' && options.length > 0) return 'choices'
  if (type === 'multi_select' || Array.isArray(value)) return 'list'
  return type === 'boolean' || options.length > 0 ? 'choice' : 'text'
}

const ON_ISSUE_PAGE = [
  'datetime',
  'user',
  'group',
  'person',
  'asset',
  'configuration_item',
  'location',
  'issue',
]

/** True for a field that only the page of the issue can fill in: a time in the reader's zone, or another record. */
export const isOnIssuePage = ({ type }: Asked) => ON_ISSUE_PAGE.includes(type)

/** The options that can be chosen: the active ones, and those already chosen. */
export function optionsOf({ type, options, value }: Asked) {
  if (type === 'boolean')
    return [
      { key: 'true', label: t`Yes` },
      { key: 'false', label: t`No` },
    ]
  const chosen = [value].flat()
  return options.filter(({ key, is_active }) => is_active || chosen.includes(key))
}

/** The name of a field's control: the path of its value in the body, as in the JSON Pointers of errors. */
export const nameOf = ({ path }: Asked) => `fields/${path.replaceAll('.', '/')}`

/** The field's value as its control contains it. Several choices are separated by line breaks. */
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

/** Converts the text of the control to the value for the API. */
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

/** Error message for the text of a control; undefined if this check finds no error. */
export function errorOf(field: Asked, text: string): string | undefined {
  if (text === '') return field.is_required ? t`This move requires a value.` : undefined
  if (writingOf(field) !== 'json') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return t`This is not valid JSON.`
  }
}

/** The changed fields, as the body of the request contains them. */
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

/** Sets a value at its path, such as `details.outcome`. */
function placed(fields: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [first = path, second] = path.split('.')
  if (second === undefined) return { ...fields, [first]: value }
  return { ...fields, [first]: { ...Object(fields[first]), [second]: value } }
}
