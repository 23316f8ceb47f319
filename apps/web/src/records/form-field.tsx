import { lazy } from 'react'
import { localMoment, momentOf } from './moments.ts'
import { type PairMember, pairsOf } from './pairs.ts'
import type { Pickable } from './picker.tsx'

interface Named {
  /** The member of the body; `identity/first_name` is a member of a member. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isRequired?: boolean
  /** How the member is written as text, where it is neither a text, a number nor a flag. */
  readonly codec?: Codec
}

/** Writes a member as the text of a field, and reads it again. */
export interface Codec {
  readonly toText: (value: unknown) => string
  readonly toValue: (text: string) => unknown
}

/** One field of a form for a record. */
export type FormField = Named &
  (
    | {
        readonly kind: 'text'
        readonly type?: 'text' | 'email' | 'url'
        readonly maxLength?: number
        readonly autoComplete?: string
      }
    | { readonly kind: 'long'; readonly isMarkdown?: boolean }
    | { readonly kind: 'number'; readonly step?: string; readonly min?: number }
    | { readonly kind: 'day' }
    | { readonly kind: 'moment' }
    | { readonly kind: 'choice'; readonly options: readonly (readonly [value: string, text: string])[] }
    | { readonly kind: 'flag' }
    | { readonly kind: 'record' | 'records'; readonly of: Pickable }
    /** Yes, no, or no answer. */
    | { readonly kind: 'answer'; readonly options: readonly (readonly [value: string, text: string])[] }
    /** Several of a closed list. */
    | { readonly kind: 'choices'; readonly options: readonly (readonly [value: string, text: string])[] }
    /** Several words with commas between them. */
    | { readonly kind: 'list' }
    | { readonly kind: 'json' }
    /** Values of members, or lists of values. */
    | { readonly kind: 'pairs'; readonly members: readonly PairMember[]; readonly areLists?: boolean }
  )

/** Draws a field with the value that it begins with. Loaded with the first form in a dialog. */
export const FormFieldView = lazy(() => import('./form-field-view.tsx'))

/** What a field's text is in a body: an empty one is null. */
function memberValue(field: FormField, text: string): unknown {
  if (field.codec) return field.codec.toValue(text)
  if (field.kind === 'flag') return text === 'true'
  if (field.kind === 'list' || field.kind === 'records') return partsOf(text, ',')
  if (field.kind === 'choices') return partsOf(text, '\n')
  if (field.kind === 'pairs') return pairsOf(text)
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (field.kind === 'answer') return trimmed === 'true'
  if (field.kind === 'json') return jsonOf(trimmed)
  // What is no number is sent as it is: the service names the field and says what it takes.
  if (field.kind === 'number') return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
  if (field.kind === 'moment') return momentOf(trimmed)
  return trimmed
}

const partsOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What is no JSON is sent as it is, like a number that is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The body that the texts of a form make. Of a change: all that differs. Of a new record: all that is filled in, and all
 * that was cleared of what the form began with (`start`).
 */
export function bodyOf(
  fields: readonly FormField[],
  texts: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> | undefined,
  start: Readonly<Record<string, string>> = {},
): object {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const text = texts[field.name] ?? ''
    const isBlank = text.trim() === '' && !start[field.name]
    const isLeftOut = before ? text === (before[field.name] ?? '') : isBlank && !field.isRequired
    if (isLeftOut) continue
    const members = field.name.split('/')
    let place = body
    for (const member of members.slice(0, -1)) {
      const inner = (place[member] ?? {}) as Record<string, unknown>
      place[member] = inner
      place = inner
    }
    place[members.at(-1) ?? field.name] = memberValue(field, text)
  }
  return body
}

/** The texts of a record's members, as the fields of a form show them. */
export const textsOfRecord = (
  fields: readonly FormField[],
  record: object,
): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [field.name, textOfValue(field, memberAt(record, field.name))]))

/** A member of a record, or of a member of it: `identity/first_name`. */
const memberAt = (record: object, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>(
      (place, member) =>
        typeof place === 'object' && place !== null ? Reflect.get(place, member) : undefined,
      record,
    )

function textOfValue(field: FormField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.codec) return field.codec.toText(value)
  // As a box reads that is not ticked: otherwise it would count as changed.
  if (field.kind === 'flag') return value === true ? 'true' : ''
  if (field.kind === 'moment' && typeof value === 'string') return localMoment(value)
  if (field.kind === 'json' || field.kind === 'pairs') return JSON.stringify(value)
  // In the order of the boxes, as the form reads them.
  if (field.kind === 'choices' && Array.isArray(value))
    return field.options.flatMap(([key]) => (value.includes(key) ? [key] : [])).join('\n')
  if (Array.isArray(value)) return value.join(field.kind === 'list' ? ', ' : ',')
  return String(value)
}
