import { isDeepStrictEqual } from 'node:util'
import {
  type EndpointSpec,
  memberCodes,
  Problem,
  type ProblemError,
  problems,
  problemsOf,
} from '@commonhold/contract'
import { z } from 'zod'
import { operations } from './operations.ts'
import { inner, shapeOf } from './schema-walk.ts'

/** An answer as it was received. */
export interface Answer {
  readonly method: string
  readonly path: string
  readonly requestId: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; `undefined` if there is none. */
  readonly json: unknown
}

/** The error text for an `internal_error`, which a test may only cause on purpose. */
export const OUR_FAULT = 'an error of ours'

const always: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-api-version': 'v1',
}
const never = ['set-cookie', 'server', 'x-powered-by']
const secretMember = /"((?:[^"\\]*_)?(?:password|hash|secret|key_hash))":/gi

/** The errors of an answer to any request: headers, schema, status and code are compared with the contract. */
export function errorsOfAnswer(endpoint: EndpointSpec | undefined, answer: Answer): string[] {
  const fieldErrors = [...headerErrors(answer), ...secretsIn(endpoint, answer.text)]
  if (answer.status >= 400) fieldErrors.push(...problemErrors(endpoint, answer))
  else if (answer.method === 'OPTIONS') fieldErrors.push(...optionsErrors(answer))
  else if (!endpoint) fieldErrors.push('something answered that the contract does not know')
  else fieldErrors.push(...successErrors(endpoint, answer))
  return fieldErrors.map((fieldError) => `${answer.method} ${answer.path} -> ${answer.status}: ${fieldError}`)
}

function optionsErrors({ status, headers, text }: Answer): string[] {
  return status === 204 && headers.has('allow') && text === '' ? [] : ['OPTIONS is answered by Allow alone']
}

function headerErrors({ headers, requestId }: Answer): string[] {
  return [
    ...Object.entries({ ...always, 'x-request-id': requestId })
      .filter(([name, value]) => headers.get(name) !== value)
      .map(([name, value]) => `${name} is ${headers.get(name)}, not ${value}`),
    ...never.filter((name) => headers.has(name)).map((name) => `${name} must not be sent`),
    ...(headers.get('vary')?.includes('Origin') ? [] : ['vary does not name Origin']),
  ]
}

function successErrors(endpoint: EndpointSpec, answer: Answer): string[] {
  const { success } = endpoint
  const { status, headers } = answer
  if (status === 304) return isReadingRecord(endpoint) ? [] : ['304 of something that has no version']
  if (status === 204 && 'orNothing' in success) return []
  const isCreated = status === 201 && 'orCreated' in success
  if (status !== success.status && !isCreated) return [`the contract says ${success.status}`]
  if (!('body' in success)) return answer.text === '' ? [] : ['204 with a body']
  const isExport = headers.get('content-type') === 'application/x-ndjson; charset=utf-8'
  if (endpoint.collection && isExport) return bodyErrors(success.body, answer.json)
  const fieldErrors: string[] = []
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    fieldErrors.push(`content-type is ${headers.get('content-type')}`)
  if (answer.method !== 'HEAD') fieldErrors.push(...bodyErrors(success.body, answer.json))
  if (isReadingRecord(endpoint) && !/^"v\d+-[\w-]{11}"$/.test(headers.get('etag') ?? ''))
    fieldErrors.push('a record without a strong ETag')
  const { id } = membersOf(answer.json)
  if (status === 201 && id !== undefined)
    fieldErrors.push(...locationErrors(endpoint, headers.get('location'), id))
  if (endpoint.collection && !headers.get('link')?.includes('rel="first"'))
    fieldErrors.push('a list without Link')
  return fieldErrors
}

/** `Location` must be the path of the record, and be missing if the contract states that there is none. */
function locationErrors({ location: stated }: EndpointSpec, location: string | null, id: unknown): string[] {
  const isRight =
    stated === null
      ? location === null
      : location?.endsWith(`/${id}`) && readable.some((one) => one.test(location))
  return isRight ? [] : [`location is ${location}`]
}

const readable = operations
  .map(({ endpoint }) => endpoint)
  .filter(
    ({ method, success }) => method === 'get' && 'body' in success && !(success.body instanceof z.ZodArray),
  )
  .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[0-9A-HJKMNP-TV-Z]{26}')}$`))

/** Parsing removes undeclared members, so a body that fits its schema stays unchanged. */
function bodyErrors(schema: z.core.$ZodType, body: unknown): string[] {
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) return [`the body is not what the schema says: ${parsed.error.message}`]
  return isDeepStrictEqual(parsed.data, body) ? [] : ['the body has members that the schema does not declare']
}

function problemErrors(endpoint: EndpointSpec | undefined, { status, headers, json, ...answer }: Answer) {
  const fieldErrors: string[] = []
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8')
    fieldErrors.push(`content-type is ${headers.get('content-type')}`)
  if (status === 401 && !/^Bearer( error="invalid_token")?$/.test(headers.get('www-authenticate') ?? ''))
    fieldErrors.push('401 without WWW-Authenticate')
  if (status === 405 && !headers.has('allow')) fieldErrors.push('405 without Allow')
  if ((status === 429 || status === 503) && !headers.has('retry-after')) fieldErrors.push('no Retry-After')
  if (answer.method === 'HEAD') return answer.text === '' ? fieldErrors : [...fieldErrors, 'HEAD with a body']
  const parsed = z.safeParse(Problem, json)
  if (!parsed.success) return [...fieldErrors, `no problem body: ${parsed.error.message}`]
  const { code, type, instance, request_id, title, errors } = parsed.data
  if (!Object.hasOwn(problems, code)) return [...fieldErrors, `unknown code ${code}`]
  const known = problems[code as keyof typeof problems]
  if (known.status !== status || parsed.data.status !== status) fieldErrors.push(`${code} is ${known.status}`)
  if (known.title !== title || type !== `/problems/${code}`)
    fieldErrors.push(`${code} under another title or type`)
  if (instance !== answer.path) fieldErrors.push(`instance is ${instance}`)
  if (request_id !== answer.requestId) fieldErrors.push(`request_id is ${request_id}`)
  const documented: readonly string[] = endpoint ? problemsOf(endpoint) : ['not_found', 'method_not_allowed']
  if (!documented.includes(code)) fieldErrors.push(`${code} is not documented for ${endpoint?.operationId}`)
  if (code === 'internal_error') fieldErrors.push(OUR_FAULT)
  // A refused atomic bulk request has the errors of its items, with other codes.
  if ((code === 'validation_failed') !== (errors !== undefined) && !(endpoint?.bulk && errors))
    fieldErrors.push('errors go with validation_failed')
  for (const error of errors ?? []) fieldErrors.push(...deniedMembers(endpoint, error))
  return fieldErrors
}

/** Expects that an error never denies the existence of a member that the record has. */
function deniedMembers(
  endpoint: EndpointSpec | undefined,
  { code, pointer, message }: ProblemError,
): string[] {
  // A transition has members of the issue in `fields`.
  const names = pointer
    .replace(/^\/fields\//, '/')
    .split('/')
    .slice(1)
  const isDenied = message.includes('there is no such member') && hasMember(recordOf(endpoint), names)
  return [
    ...(Object.hasOwn(endpoint?.bulk ? { ...memberCodes, ...problems } : memberCodes, code)
      ? []
      : [`unknown member code ${code}`]),
    ...(isDenied ? [`${pointer} is a member of the record`] : []),
  ]
}

/** The schema of the record that an operation returns, read from the contract independently of the service. */
function recordOf(endpoint: EndpointSpec | undefined): z.core.$ZodType | undefined {
  if (!endpoint || !('body' in endpoint.success)) return undefined
  const { body } = endpoint.success
  return 'id' in shapeOf(body) || 'version' in shapeOf(body) ? body : undefined
}

/** True if every record of the schema has the member. Details differ between types of issues. */
function hasMember(schema: z.core.$ZodType | undefined, [name, ...rest]: readonly string[]): boolean {
  if (schema === undefined) return false
  if (name === undefined) return true
  const plain = inner(schema)
  if (plain instanceof z.ZodUnion) return plain.options.every((option) => hasMember(option, [name, ...rest]))
  if (plain instanceof z.ZodArray) return hasMember(plain.element, rest)
  const shape = shapeOf(plain)
  return Object.hasOwn(shape, name) && hasMember(shape[name], rest)
}

/** Errors for members that an answer must never have. */
const secretsIn = (endpoint: EndpointSpec | undefined, text: string): string[] =>
  [...text.matchAll(secretMember)]
    .filter(([, name]) => !(name === 'secret' && endpoint && isMakingKey(endpoint)))
    .map(([, name]) => `the body has a member ${name}`)

/**
 * True for the only operations whose answers have a secret: creating an API key or a webhook endpoint, and replacing its secret.
 */
const isMakingKey = ({ method, path }: EndpointSpec) =>
  method === 'post' &&
  /^\/((me\/api-keys|service-accounts\/\{\w+\}\/keys)(\/\{key_id\}\/rotate)?|webhook-endpoints(\/\{\w+\}\/rotate-secret)?)$/.test(
    path,
  )

const isReadingRecord = ({ success }: EndpointSpec) =>
  'body' in success && success.body instanceof z.ZodObject && 'version' in success.body.shape

/** The members of an object; empty for any other value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
