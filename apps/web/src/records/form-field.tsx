import { lazy } from 'react'
import { numberOf, numberText } from './local-numbers.ts'
import { localMoment, momentOf } from './moments.ts'
import { type PairMember, pairsOf } from './pairs.ts'
import type { Pickable } from './picker.tsx'

interface Named {
  /** The path of the member in the body; `identity/first_name` is a nested member. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isRequired?: boolean
  /** Half as wide as the form: two such fields in succession share a row. */
  readonly isHalf?: boolean
  /** Converts a member whose value is neither a text, a number nor a boolean. */
  readonly codec?: Codec
}

/** Converts a member to the text of a field, and back. */
export interface Codec {
  readonly toText: (value: unknown) => string
  readonly toValue: (text: string) => unknown
}

type Option = readonly [value: string, text: string]
type Options = readonly Option[]

/** What a field offers to choose from. */
interface Optional {
  readonly options: Options
  /** Options that can no longer be chosen. They are offered only where the record has them. */
  readonly formerOptions?: Options
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
    | { readonly kind: 'number' }
    | { readonly kind: 'day' }
    | { readonly kind: 'moment' }
    | ({ readonly kind: 'choice' } & Optional)
    | { readonly kind: 'flag' }
    | { readonly kind: 'record' | 'records'; readonly of: Pickable }
    /** Yes, no, or no answer. */
    | { readonly kind: 'answer'; readonly options: Options }
    /** Several choices of a fixed list. Options for which `groupOf` returns a title are folded below it. */
    | ({ readonly kind: 'choices'; readonly groupOf?: (value: string) => string | undefined } & Optional)
    /** Comma-separated words. */
    | { readonly kind: 'list' }
    | { readonly kind: 'json' }
    /** A value, or a list of values, for each of the chosen members. */
    | { readonly kind: 'pairs'; readonly members: readonly PairMember[]; readonly areLists?: boolean }
  )

/**
 * The options of a field, and the values of the record that are none of them: without an option, the next change would remove
 * the value.
 */
export function optionsWith({ options, formerOptions = [] }: Optional, values: readonly string[]): Options {
  const named = (value: string) =>
    formerOptions.find(([former]) => former === value) ?? ([value, value] as const)
  const others = values.filter((value) => value !== '' && !options.some(([option]) => option === value))
  return [...options, ...others.map(named)]
}

/** Makes options of all that a field could ever offer. What is not offered any more becomes one of the former options. */
export const optionsFrom = <T,>(
  all: readonly T[],
  isOffered: (one: T) => boolean,
  optionOf: (one: T) => Option,
): Required<Optional> => ({
  options: all.filter(isOffered).map(optionOf),
  formerOptions: all.filter((one) => !isOffered(one)).map(optionOf),
})

/** Renders a form field with its initial value. Its code is loaded with the first form in a dialog. */
export const FormFieldView = lazy(() => import('./form-field-view.tsx'))

/** Converts the text of a field to the value in the body; an empty text becomes null. */
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
  // Text that is not a number is sent unchanged: the error of the service names the field.
  if (field.kind === 'number') return numberOf(trimmed) ?? trimmed
  if (field.kind === 'moment') return momentOf(trimmed)
  return trimmed
}

const partsOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Text that is not JSON is sent unchanged: the error of the service names the field. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The texts of a form, by the name of the field. */
type Texts = Readonly<Record<string, string>>

/**
 * Builds the body of a new record: the required fields, those that have a text, and those of which the initial text (`start`)
 * was cleared.
 */
export function bodyOf(fields: readonly FormField[], texts: Texts, start: Texts = {}): object {
  const isSent = ({ name, isRequired }: FormField) =>
    isRequired || (texts[name] ?? '').trim() !== '' || Boolean(start[name])
  return bodyWith(fields.filter(isSent), texts)
}

/** Builds the body of a change: the fields whose text differs from the one before. */
export function changesOf(fields: readonly FormField[], texts: Texts, before: Texts): object {
  return bodyWith(
    fields.filter(({ name }) => (texts[name] ?? '') !== (before[name] ?? '')),
    texts,
  )
}

function bodyWith(fields: readonly FormField[], texts: Texts): object {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const members = field.name.split('/')
    let place = body
    for (const member of members.slice(0, -1)) {
      const inner = (place[member] ?? {}) as Record<string, unknown>
      place[member] = inner
      place = inner
    }
    place[members.at(-1) ?? field.name] = memberValue(field, texts[field.name] ?? '')
  }
  return body
}

/** The texts of a record's members, as the fields of a form show them. */
export const textsOfRecord = (
  fields: readonly FormField[],
  record: object,
): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [field.name, textOfValue(field, memberAt(record, field.name))]))

/** Reads the member at a path such as `identity/first_name`. */
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
  if (field.kind === 'number' && typeof value === 'number') return numberText(value)
  if (field.kind === 'json' || field.kind === 'pairs') return JSON.stringify(value)
  // In the order of the boxes, as the form reads them.
  if (field.kind === 'choices' && Array.isArray(value))
    return optionsWith(field, value.map(String))
      .flatMap(([key]) => (value.includes(key) ? [key] : []))
      .join('\n')
  if (Array.isArray(value)) return value.join(field.kind === 'list' ? ', ' : ',')
  return String(value)
}
