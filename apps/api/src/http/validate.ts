import { type EndpointSpec, isUlid, RECORD_KEY, unwrittenMembers } from '@commonhold/contract'
import { z } from 'zod'
import { type FieldError, invalid, problem } from '../base/problem.ts'
import { errorsOf } from '../base/validation-errors.ts'
import { isStorable } from './body.ts'

/**
 * The path's parameters, normalised. A value that is neither a ULID, nor a key where the operation accepts one, gets the same
 * 404 as an unknown id. A text parameter is read from the path as it was sent.
 */
export function readParams(
  raw: Record<string, string>,
  { path, takesKey, pathTexts = {} }: Pick<EndpointSpec, 'path' | 'takesKey' | 'pathTexts'>,
  pathname: string,
): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    const schema = pathTexts[name]
    if (schema) {
      params[name] = readText(name, schema, pathname.split('/')[path.split('/').indexOf(`{${name}}`)] ?? '')
      continue
    }
    const isKey = name === takesKey && RECORD_KEY.test(value)
    if (!isKey && !isUlid(value)) throw problem('not_found')
    params[name] = value.toUpperCase()
  }
  return params
}

/** Decodes and validates a text parameter. It does not use the router's value, in which invalid escapes stay as they are. */
function readText(name: string, schema: z.ZodType<string>, segment: string): string {
  if (!isDecodable(segment))
    throw invalid({
      in: 'path',
      field: name,
      code: 'invalid_format',
      message: 'must be percent-encoded UTF-8; write a percent sign as %25',
    })
  const result = schema.safeParse(decodeURIComponent(segment), { reportInput: true })
  if (result.success) return result.data
  throw invalid(...errorsOf(result.error.issues, 'path').map((error) => ({ ...error, field: name })))
}

/** The validated query. Parameters that the endpoint does not declare are rejected, not ignored. */
export function readQuery(url: URL, endpoint: EndpointSpec, names: readonly string[]): unknown {
  if (url.search === '' && !needsQuery(endpoint)) return endpoint.query ? {} : undefined
  assertUtf8(url.search)
  const values: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of url.searchParams) {
    if (!isStorable(name) || !isStorable(value))
      throw invalid({
        in: 'query',
        field: name,
        code: 'invalid_format',
        message: 'must not contain NUL or broken UTF-8',
      })
    const before = values[name]
    values[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  const prefix = (endpoint.collection ?? endpoint.summarizes?.collection)?.open?.prefix
  const open = Object.entries(values).filter(([name]) => prefix !== undefined && name.startsWith(prefix))
  const unknown = Object.keys(values)
    .filter((name) => !names.includes(name) && !open.some(([one]) => one === name))
    .map((field) => ({
      in: 'query' as const,
      field,
      code: 'unknown_parameter' as const,
      message: 'there is no such parameter',
      allowed: prefix === undefined ? [...names] : [...names, `${prefix}*`],
    }))
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  const result = endpoint.query ? z.safeParse(endpoint.query, known, { reportInput: true }) : undefined
  const errors = [...unknown, ...(result?.error ? errorsOf(result.error.issues, 'query') : [])]
  if (errors.length > 0) throw invalid(...errors)
  // Undeclared parameters that the endpoint allows are not validated here; each becomes a list of texts.
  return open.length === 0
    ? result?.data
    : {
        ...(result?.data as object),
        ...Object.fromEntries(open.map(([name, value]) => [name, [value].flat()])),
      }
}

const needing = new WeakMap<object, boolean>()

/** True when the query has a required parameter. */
function needsQuery({ query }: EndpointSpec): boolean {
  if (!query) return false
  const needs = needing.get(query) ?? !z.safeParse(query, {}).success
  needing.set(query, needs)
  return needs
}

/** `URLSearchParams` would decode escapes that are not UTF-8 to replacement characters. */
function assertUtf8(search: string): void {
  const broken = search
    .slice(1)
    .split('&')
    .filter((pair) => !(pair.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every(isDecodable))
  if (broken.length === 0) return
  throw invalid(
    ...broken.map((pair) => ({
      in: 'query' as const,
      field: pair.split('=')[0] ?? pair,
      code: 'invalid_format' as const,
      message: 'must be percent-encoded UTF-8',
    })),
  )
}

function isDecodable(escapes: string): boolean {
  try {
    decodeURIComponent(escapes)
    return true
  } catch {
    return false
  }
}

/** The names of the parameters that an endpoint's query declares. */
export function parameterNames(endpoint: EndpointSpec): string[] {
  return endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape).sort() : []
}

/** An unknown member of `fields` that is a read-only member of the record is reported as `read_only`. */
function ofRecord(endpoint: EndpointSpec, fieldError: FieldError): FieldError {
  const [parent, member = '', ...inner] = fieldError.field.split('/').slice(1)
  if (fieldError.code !== 'unknown_field' || parent !== 'fields' || inner.length > 0) return fieldError
  if (!unwrittenMembers(endpoint).includes(member)) return fieldError
  return {
    ...fieldError,
    code: 'read_only',
    message: 'is a member of the record that cannot be changed here; leave it out',
  }
}

/** The validated body, with only the members that the operation accepts. */
export function validateBody(endpoint: EndpointSpec, body: unknown): unknown {
  if (!endpoint.body || body === undefined) return body
  const result = z.safeParse(endpoint.body, body, { reportInput: true })
  if (!result.success) {
    const fieldErrors = errorsOf(result.error.issues, 'body', endpoint.body)
    throw invalid(...fieldErrors.map((fieldError) => ofRecord(endpoint, fieldError)))
  }
  return result.data
}

/** Rejects parameters of pages when the response has no pages. */
export function assertUnpaged(query: unknown, names: readonly string[], why: string): void {
  const present = names.filter((name) => Reflect.get(Object(query), name) !== undefined)
  if (present.length === 0) return
  const errorOf = (field: string) => ({
    in: 'query' as const,
    field,
    code: 'not_allowed_value' as const,
    message: `${why}; leave it out`,
  })
  throw invalid(...present.map(errorOf))
}
