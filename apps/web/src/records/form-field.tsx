import { Field, SelectField, TextField } from '../ui/field.tsx'
import { type Pickable, RecordPicker } from './picker.tsx'
import { RecordsPicker } from './records-picker.tsx'

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
    | { readonly kind: 'long' }
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
  )

interface FieldProps {
  readonly field: FormField
  readonly value: string
  readonly error: string | undefined
}

/** Draws a field with the value that it begins with. */
export function FormFieldView({ field, value, error }: FieldProps) {
  const { name, label, hint, isRequired = false } = field
  const usual = {
    name,
    label,
    error,
    ...(hint !== undefined && { hint }),
    'aria-required': isRequired || undefined,
  }
  switch (field.kind) {
    case 'record':
      return (
        <RecordPicker of={field.of} label={label} name={name} hint={hint} error={error} defaultId={value} />
      )
    case 'records':
      return (
        <RecordsPicker of={field.of} label={label} name={name} hint={hint} error={error} defaultIds={value} />
      )
    case 'long':
    case 'json':
      return <TextField {...usual} rows={4} defaultValue={value} />
    case 'choice':
    case 'answer':
      return (
        <SelectField {...usual} defaultValue={value}>
          {!isRequired && <option value="">–</option>}
          {field.options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </SelectField>
      )
    case 'choices':
      return <ChoicesField field={field} value={value} error={error} />
    case 'flag':
      return (
        <label className="check">
          <input type="checkbox" name={name} value="true" defaultChecked={value === 'true'} />
          {label}
        </label>
      )
    case 'number':
      return <Field {...usual} type="text" inputMode="decimal" autoComplete="off" defaultValue={value} />
    case 'day':
      return <Field {...usual} type="date" defaultValue={value} />
    case 'moment':
      return <Field {...usual} type="datetime-local" defaultValue={value} />
    case 'list':
      return <Field {...usual} type="text" autoComplete="off" defaultValue={value} />
    default:
      return (
        <Field
          {...usual}
          type={field.type ?? 'text'}
          maxLength={field.maxLength}
          autoComplete={field.autoComplete ?? 'off'}
          defaultValue={value}
        />
      )
  }
}

interface ChoicesFieldProps {
  readonly field: Extract<FormField, { kind: 'choices' }>
  readonly value: string
  readonly error: string | undefined
}

/** Several choices of a closed list; each chosen one is a line of the field's text. */
function ChoicesField({ field, value, error }: ChoicesFieldProps) {
  const chosen = new Set(value.split('\n'))
  return (
    <fieldset className="choices" aria-invalid={error === undefined ? undefined : true}>
      <legend>{field.label}</legend>
      {field.hint && <p className="hint">{field.hint}</p>}
      {field.options.map(([option, text]) => (
        <label key={option} className="check">
          <input type="checkbox" name={field.name} value={option} defaultChecked={chosen.has(option)} />
          {text}
        </label>
      ))}
      {error !== undefined && <p className="error">{error}</p>}
    </fieldset>
  )
}

/** What a field's text is in a body: an empty one is null. */
function memberValue(field: FormField, text: string): unknown {
  if (field.codec) return field.codec.toValue(text)
  if (field.kind === 'flag') return text === 'true'
  if (field.kind === 'list' || field.kind === 'records') return partsOf(text, ',')
  if (field.kind === 'choices') return partsOf(text, '\n')
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (field.kind === 'answer') return trimmed === 'true'
  if (field.kind === 'json') return jsonOf(trimmed)
  // What is no number is sent as it is: the service names the field and says what it takes.
  if (field.kind === 'number') return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
  if (field.kind === 'moment') return new Date(trimmed).toISOString()
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

/** The body that the texts of a form make: of a new record all that is filled in, of a change all that differs. */
export function bodyOf(
  fields: readonly FormField[],
  texts: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> | undefined,
): object {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const text = texts[field.name] ?? ''
    const isLeftOut = before ? text === (before[field.name] ?? '') : text.trim() === '' && !field.isRequired
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
  if (field.kind === 'moment' && typeof value === 'string') return localMoment(value)
  if (field.kind === 'json') return JSON.stringify(value)
  if (Array.isArray(value))
    return value.join(field.kind === 'choices' ? '\n' : field.kind === 'list' ? ', ' : ',')
  return String(value)
}

/** A moment as `datetime-local` takes it. */
function localMoment(at: string): string {
  const date = new Date(at)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
