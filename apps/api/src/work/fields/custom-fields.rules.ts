import {
  day,
  EMAIL_MAX_LENGTH,
  EMAIL_PATTERN,
  type IssueFieldOption,
  type IssueFieldType,
  instant,
  isUlid,
  type MemberCode,
} from '@commonhold/contract'
import { z } from 'zod'
import { valueErrors } from './json-schemas.rules.ts'
import { Pattern } from './patterns.rules.ts'

/** The members of a field definition that the rules check. */
export interface FieldDefinition {
  readonly type: IssueFieldType
  readonly options: readonly IssueFieldOption[]
  readonly minimum: number | null
  readonly maximum: number | null
  readonly min_length: number | null
  readonly max_length: number | null
  readonly pattern: string | null
  readonly json_schema: Readonly<Record<string, unknown>> | null
}

/** An error of a value. Its pointer is relative to the value. */
export interface ValueProblem {
  readonly pointer: string
  readonly code: MemberCode
  readonly message: string
  readonly allowed?: string[]
}

/** A value in its stored form, or its errors. */
export type CheckedValue =
  | { readonly value: unknown; readonly problems: readonly [] }
  | { readonly value?: undefined; readonly problems: readonly [ValueProblem, ...ValueProblem[]] }

/** The maximum length of a text, whatever the field allows. */
export const textLimits = { text: 1_000, long_text: 65_535, url: 2_048, email: EMAIL_MAX_LENGTH } as const

/** The maximum length of a text that is matched against a pattern. */
export const MATCHED_MAX_LENGTH = 255

const MAX_CHOICES = 100

/**
 * Checks a value against the definition of its field. null means no value, and is valid for every field. `before` is the
 * present value of the issue: an inactive option in it remains valid. The caller must check that records which the value
 * refers to exist.
 */
export function checkFieldValue(
  field: FieldDefinition,
  value: unknown,
  before: unknown = null,
): CheckedValue {
  if (value === null) return good(null)
  switch (field.type) {
    case 'text':
      return checkText(field, value, field.pattern === null ? textLimits.text : MATCHED_MAX_LENGTH)
    case 'long_text':
      return checkText(field, value, textLimits.long_text)
    case 'url':
      return isWebAddress(value)
        ? checkText(field, value, textLimits.url)
        : refuseFormat(value, 'a web address that begins with http:// or https://')
    case 'email':
      return typeof value === 'string' && value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value)
        ? checkText(field, value, textLimits.email)
        : refuseFormat(value, 'an email address')
    case 'integer':
    case 'decimal':
      return checkNumber(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? good(value) : refuseType('true or false')
    case 'date':
      return checkMoment(day(), value, 'a day, YYYY-MM-DD')
    case 'datetime':
      return checkMoment(instant(), value, 'a moment with an offset (RFC 3339)')
    case 'select':
      return checkChoice(field, value, [before])
    case 'multi_select':
      return checkChoices(field, value, before)
    case 'json':
      return checkJson(field, value)
    default:
      return checkReference(value)
  }
}

const good = (value: unknown): CheckedValue => ({ value, problems: [] })
const refuse = (code: MemberCode, message: string, more: Partial<ValueProblem> = {}): CheckedValue => ({
  problems: [{ pointer: '', code, message, ...more }],
})
const refuseType = (expected: string) => refuse('invalid_type', `must be ${expected}`)
const refuseFormat = (value: unknown, expected: string) =>
  typeof value === 'string' ? refuse('invalid_format', `must be ${expected}`) : refuseType('text')

function checkText(field: FieldDefinition, value: unknown, limit: number): CheckedValue {
  if (typeof value !== 'string') return refuseType('text')
  const text = value.trim()
  const most = Math.min(field.max_length ?? limit, limit)
  const least = Math.max(field.min_length ?? 1, 1)
  const length = text.length > 2 * most ? text.length : Array.from(text).length
  if (length > most) return refuse('too_long', `must have at most ${most} characters`)
  if (length < least) return refuse('too_short', `must have at least ${least} characters`)
  if (field.pattern !== null && field.type === 'text' && !patternOf(field.pattern).test(text))
    return refuse('invalid_format', `must match the pattern ${field.pattern}`)
  return good(text)
}

const patterns = new Map<string, Pattern>()

/** Compiled patterns are cached; a full cache is emptied. */
function patternOf(source: string): Pattern {
  const made = patterns.get(source) ?? new Pattern(source)
  if (patterns.size >= 1_000) patterns.clear()
  patterns.set(source, made)
  return made
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return false
  return ['http:', 'https:'].includes(new URL(value.trim()).protocol)
}

function checkNumber({ type, minimum, maximum }: FieldDefinition, value: unknown): CheckedValue {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuseType('a number')
  if (type === 'integer' && !Number.isInteger(value)) return refuseType('a whole number')
  const least = Math.max(minimum ?? -NUMBER_LIMIT, -NUMBER_LIMIT)
  const most = Math.min(maximum ?? NUMBER_LIMIT, NUMBER_LIMIT)
  return value < least || value > most
    ? refuse('out_of_range', `must be from ${least} to ${most}`)
    : good(value)
}

/** The largest absolute value of a number. Integers up to this limit are exact in every JSON parser. */
const NUMBER_LIMIT = Number.MAX_SAFE_INTEGER

function checkMoment(schema: z.ZodType<string>, value: unknown, expected: string): CheckedValue {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? good(parsed.data) : refuseFormat(value, expected)
}

/** The keys that can be chosen: the keys of active options, and keys that were chosen before. */
const choosable = ({ options }: FieldDefinition, before: readonly unknown[]) =>
  options.filter(({ key, is_active }) => is_active || before.includes(key)).map(({ key }) => key)

function checkChoice(field: FieldDefinition, value: unknown, before: readonly unknown[]): CheckedValue {
  if (typeof value !== 'string') return refuseType('the key of an option')
  const allowed = choosable(field, before)
  return allowed.includes(value)
    ? good(value)
    : refuse('not_allowed_value', 'must be the key of an active option', { allowed })
}

function checkChoices(field: FieldDefinition, value: unknown, before: unknown): CheckedValue {
  if (!Array.isArray(value)) return refuseType('a list of keys of options')
  if (value.length > MAX_CHOICES) return refuse('too_long', `must have at most ${MAX_CHOICES} items`)
  const problems = value.flatMap((key, at) => {
    const checked = checkChoice(field, key, Array.isArray(before) ? before : [])
    const found =
      checked.problems.length === 0 && value.indexOf(key) < at
        ? refuse('not_allowed_value', 'is chosen twice').problems
        : checked.problems
    return found.map((one) => ({ ...one, pointer: `/${at}${one.pointer}` }))
  })
  const [first, ...rest] = problems
  return first ? { problems: [first, ...rest] } : good(value)
}

function checkReference(value: unknown): CheckedValue {
  if (typeof value !== 'string') return refuseType('the id of a record')
  return isUlid(value)
    ? good(value.toUpperCase())
    : refuse('reference_not_found', 'no such record is visible in the selected tenant')
}

function checkJson({ json_schema }: FieldDefinition, value: unknown): CheckedValue {
  const errors = json_schema === null ? [] : valueErrors(json_schema, value)
  const [first, ...rest] = errors.map(
    ({ pointer, message }): ValueProblem => ({ pointer, code: 'not_allowed_value', message }),
  )
  return first ? { problems: [first, ...rest] } : good(value)
}
