import { REFERENCE_PATTERN, shapeOf, USER_REFERENCE_PATTERN } from '@commonhold/contract'
import { z } from 'zod'
import { nearestName } from './nearest-name.ts'
import type { Fault } from './problem.ts'

type Place = 'body' | 'query'

/** What zod found wrong, as faults of the interface. Names that `schema` has help who misspelt one. */
export function faultsOf(
  issues: readonly z.core.$ZodIssue[],
  place: Place,
  schema?: z.core.$ZodType,
): Fault[] {
  const faults = issues.flatMap((issue) => faultsOfIssue(issue, place, schema))
  // What is wrong with a value first is what helps; the rest often follows from it.
  return faults.filter(({ field }, at) => faults.findIndex((other) => other.field === field) === at)
}

function faultsOfIssue(issue: z.core.$ZodIssue, place: Place, schema?: z.core.$ZodType): Fault[] {
  const at = (path: readonly PropertyKey[]) => (place === 'query' ? String(path[0] ?? '') : pointer(path))
  const fault = (code: Fault['code'], message: string, allowed?: string[]): Fault[] => [
    { in: place, field: at(issue.path), code, message, ...(allowed ? { allowed } : {}) },
  ]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        in: place,
        field: at([...issue.path, key]),
        code: place === 'query' ? 'unknown_parameter' : 'unknown_field',
        message:
          place === 'query'
            ? 'there is no such parameter'
            : noSuchMember(key, namesAt(schema, issue.path), innerNamesAt(schema, issue.path)),
      }))
    case 'invalid_type':
      return issue.input === undefined
        ? fault('required', 'is required')
        : fault('invalid_type', `must be ${article(issue.expected)}`)
    case 'invalid_value':
      return issue.input === undefined
        ? fault('required', 'is required', issue.values.map(String))
        : fault('not_allowed_value', `must be one of ${issue.values.join(', ')}`, issue.values.map(String))
    case 'too_big':
      return isSized(issue.origin)
        ? fault('too_long', `must have at most ${issue.maximum}`)
        : fault('out_of_range', `must be at most ${issue.maximum}`)
    case 'too_small':
      return isSized(issue.origin)
        ? fault('too_short', tooShort(issue))
        : fault('out_of_range', `must be at least ${issue.minimum}`)
    case 'invalid_format':
      if (issue.pattern === REFERENCE_PATTERN || issue.pattern === USER_REFERENCE_PATTERN)
        return fault(
          'reference_not_found',
          place === 'query' ? idAdvice(issue) : 'no such record is visible in the selected tenant',
        )
      return fault('invalid_format', `must be ${formats[issue.format] ?? 'in the documented format'}`)
    case 'invalid_union':
      return unionFaults(issue, place, fault, schema)
    case 'custom':
      return fault((issue.params?.code as Fault['code'] | undefined) ?? 'not_allowed_value', issue.message)
    default:
      return fault('invalid_format', issue.message)
  }
}

/** What a parameter takes that names records. */
const idAdvice = ({ pattern }: z.core.$ZodIssueInvalidStringFormat) =>
  pattern === USER_REFERENCE_PATTERN
    ? 'must be the id (ULID) of a user, or `me`'
    : 'must be an id (ULID); only filters by users take `me`'

/**
 * An unknown member, with the one that is most likely meant: one that has its name within another member, as
 * `details.severity`, or one of a name that is near.
 */
export function noSuchMember(
  given: string,
  names: readonly string[],
  innerNames: readonly string[] = [],
): string {
  const meant = innerNames.find((name) => name.endsWith(`.${given}`)) ?? nearestName(given, names)
  return meant === undefined ? 'there is no such member' : `there is no such member; did you mean ${meant}?`
}

/** The members that a schema has at a path. */
function namesAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesAt(option, path))
  const [part, ...rest] = path
  if (part === undefined) return Object.keys(shapeOf(schema))
  if (schema instanceof z.ZodArray) return namesAt(schema.element, rest)
  return namesAt(shapeOf(schema)[String(part)], rest)
}

/** The members that members at a path have themselves: `details.severity`. */
const innerNamesAt = (schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): string[] =>
  namesAt(schema, path).flatMap((name) => namesAt(schema, [...path, name]).map((inner) => `${name}.${inner}`))

/** In `X or null` the fault of X is the one that helps. */
function unionFaults(
  issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>,
  place: Place,
  fault: (code: Fault['code'], message: string) => Fault[],
  schema?: z.core.$ZodType,
): Fault[] {
  const branches = issue.errors.filter(
    (branch) => !branch.some((one) => one.code === 'invalid_type' && one.expected === 'null'),
  )
  const [only] = branches
  if (branches.length !== 1 || !only) return fault('invalid_type', 'matches none of the documented forms')
  return faultsOf(
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
  email: 'an e-mail address',
  url: 'an http or https address',
}

/** A JSON Pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
