import {
  externalFormats,
  RECORD_REFERENCE_PATTERN,
  REFERENCE_PATTERN,
  shapeOf,
  USER_REFERENCE_PATTERN,
  webhookFormats,
} from '@commonhold/contract'
import { z } from 'zod'
import { nearestName } from './nearest-name.ts'
import type { FieldError } from './problem.ts'

type Place = 'body' | 'query' | 'path'

/** The issues that zod found, as errors of the API. The member names of `schema` are used to suggest the right spelling. */
export function errorsOf(
  issues: readonly z.core.$ZodIssue[],
  place: Place,
  schema?: z.core.$ZodType,
): FieldError[] {
  const fieldErrors = issues.flatMap((issue) => errorsOfIssue(issue, place, schema))
  // One error for each field, the first one: later errors of the same field often follow from it.
  return fieldErrors.filter(({ field }, at) => fieldErrors.findIndex((other) => other.field === field) === at)
}

function errorsOfIssue(issue: z.core.$ZodIssue, place: Place, schema?: z.core.$ZodType): FieldError[] {
  const at = (path: readonly PropertyKey[]) => (place === 'query' ? String(path[0] ?? '') : pointer(path))
  const error = (code: FieldError['code'], message: string, allowed?: string[]): FieldError[] => [
    { in: place, field: at(issue.path), code, message, ...(allowed ? { allowed } : {}) },
  ]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        in: place,
        field: at([...issue.path, key]),
        code: place === 'query' ? 'unknown_parameter' : 'unknown_field',
        message: place === 'query' ? 'there is no such parameter' : noSuchMember(key, schema, issue.path),
      }))
    case 'invalid_type':
      return issue.input === undefined
        ? error('required', 'is required')
        : error('invalid_type', `must be ${article(issue.expected)}`)
    case 'invalid_value':
      return issue.input === undefined
        ? error('required', 'is required', issue.values.map(String))
        : error('not_allowed_value', `must be one of ${issue.values.join(', ')}`, issue.values.map(String))
    case 'too_big':
      return isSized(issue.origin)
        ? error('too_long', `must have at most ${issue.maximum}`)
        : error('out_of_range', `must be at most ${issue.maximum}`)
    case 'too_small':
      return isSized(issue.origin)
        ? error('too_short', tooShort(issue))
        : error('out_of_range', `must be at least ${issue.minimum}`)
    case 'invalid_format':
      if (isReference(issue.pattern))
        return error(
          'reference_not_found',
          place === 'query' ? idAdvice(issue) : 'no such record is visible in the selected tenant',
        )
      return error('invalid_format', `must be ${formatOf(issue)}`)
    case 'invalid_union':
      return unionErrors(issue, place, error, schema)
    case 'custom':
      return error(
        (issue.params?.code as FieldError['code'] | undefined) ?? 'not_allowed_value',
        issue.message,
      )
    default:
      return error('invalid_format', issue.message)
  }
}

const patterns: ReadonlyMap<string, string> = new Map([...externalFormats, ...webhookFormats])

/** The expected format of a text, for the message. */
const formatOf = ({ format, pattern }: z.core.$ZodIssueInvalidStringFormat) =>
  patterns.get(pattern ?? '') ?? formats[format] ?? 'in the documented format'

/** True for the patterns of references to records. */
const isReference = (pattern: string | undefined) =>
  pattern === REFERENCE_PATTERN || pattern === RECORD_REFERENCE_PATTERN || pattern === USER_REFERENCE_PATTERN

/** The message for a parameter that expects the id of a record. */
const idAdvice = ({ pattern }: z.core.$ZodIssueInvalidStringFormat) =>
  pattern === USER_REFERENCE_PATTERN
    ? 'must be the id (ULID) of a user, or `me`'
    : 'must be an id (ULID); only filters by users accept `me`'

/**
 * The message for an unknown member, with a suggestion: a member with that name inside another member (`details.severity`), a
 * member with a similar name, or the member that refers to this kind of record (`school_year_id`: `calendar_id`).
 */
function noSuchMember(
  input: string,
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): string {
  const members = membersAt(schema, path)
  const inner = Object.keys(members).flatMap((name) =>
    Object.keys(membersAt(schema, [...path, name])).map((member) => `${name}.${member}`),
  )
  const suggestion =
    inner.find((name) => name.endsWith(`.${input}`)) ??
    nearestName(input, Object.keys(members)) ??
    referenceTo(input, members)
  return suggestion === undefined
    ? 'there is no such member'
    : `there is no such member; did you mean ${suggestion}?`
}

type Members = Readonly<Record<string, z.core.$ZodType>>

/** The members that a schema declares at a path. */
function membersAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): Members {
  if (schema instanceof z.ZodOptional) return membersAt(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion)
    return Object.assign({}, ...schema.options.map((option) => membersAt(option, path)))
  const [part, ...rest] = path
  if (part === undefined) return shapeOf(schema)
  if (schema instanceof z.ZodArray) return membersAt(schema.element, rest)
  return membersAt(shapeOf(schema)[String(part)], rest)
}

/** The member that refers to the kind of record that an unknown member `…_id` names: `calendar_id` for `school_year_id`. */
function referenceTo(input: string, members: Members): string | undefined {
  if (!input.endsWith('_id')) return undefined
  const kind = `of the ${input.slice(0, -'_id'.length).replaceAll('_', ' ')}`
  return Object.keys(members).find((name) => {
    const member = members[name]
    return name.endsWith('_id') && member && z.globalRegistry.get(member)?.description?.includes(kind)
  })
}

/** For `X or null` the error of X is reported. */
function unionErrors(
  issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>,
  place: Place,
  error: (code: FieldError['code'], message: string) => FieldError[],
  schema?: z.core.$ZodType,
): FieldError[] {
  const branches = issue.errors.filter(
    (branch) => !branch.some((one) => one.code === 'invalid_type' && one.expected === 'null'),
  )
  const [only] = branches
  if (branches.length !== 1 || !only) return error('invalid_type', 'matches none of the documented forms')
  return errorsOf(
    only.map((one) => ({ ...one, path: [...issue.path, ...one.path] })),
    place,
    schema,
  )
}

const isSized = (origin: string) =>
  origin === 'string' || origin === 'array' || origin === 'set' || origin === 'file'

const tooShort = (issue: { origin: string; minimum: number | bigint }) =>
  issue.origin === 'string' && Number(issue.minimum) === 1
    ? 'must not be empty'
    : `must have at least ${issue.minimum}`

const article = (type: string) =>
  type === 'int' ? 'a whole number' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`

const formats: Record<string, string> = {
  date: 'a day like 2026-01-31',
  datetime: 'a moment like 2026-01-31T09:30:00Z',
  email: 'an email address',
  url: 'an http or https address',
}

/** A JSON Pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
