import { type EndpointSpec, pathParameters, takesIdempotencyKey, takesIfMatch } from '@commonhold/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { arbitraryOf, plainObject, someMembersOf } from './arbitraries.ts'
import { jsonOf, type Mutation, mutations, oddValues } from './mutations.ts'
import { membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, searchOf } from './worlds.ts'

/** How a request differs from a valid call. */
export interface Input {
  /** The number of the valid call; 0 makes a new one with separate records. */
  readonly base: number
  /** Other values for the path; `other` stands for the value of another valid call. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** An object sets members of the body. Any other value replaces the body, except null, which leaves it unchanged. */
  readonly body: unknown
  readonly mutation: Mutation | null
  readonly headers: Readonly<Record<string, string>>
}

/** Stands for the value of another valid call. */
const OTHER = 'other'

/** `value` in one of `times` inputs, else `usual`. */
const seldom = <T, U>(times: number, usual: U, value: fc.Arbitrary<T>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: value })

/** Inputs of an operation: most parts are valid, and some are not. */
export const inputsOf = (endpoint: EndpointSpec): fc.Arbitrary<Input> =>
  fc.record(
    {
      base: fc.nat({ max: 9 }),
      params: seldom(6, {}, paramsOf(endpoint)),
      query: fc.oneof(
        { weight: endpoint.method === 'get' ? 1 : 40, arbitrary: fc.constant({}) },
        { weight: endpoint.method === 'get' ? 4 : 1, arbitrary: queryOf(endpoint) },
      ),
      body: endpoint.body ? fc.oneof(fc.constant(null), bodyOf(endpoint.body)) : fc.constant(null),
      mutation: endpoint.body ? seldom(3, null, mutations) : fc.constant(null),
      headers: seldom(6, {}, headersOf(endpoint)),
    },
    plainObject,
  )

/** Without segments of dots: a client resolves `..` before it sends (`security/raw-http.test.ts` sends it). */
const oddSegments = fc.constantFrom(
  ...[
    '0',
    'null',
    '%00',
    '%',
    '%ff',
    '%252e%252e',
    'x'.repeat(300),
    '💡',
    "'",
    ' ',
    'a%2Fb',
    '{}',
    '-1',
    'İ',
    ':',
  ],
  ...[
    '01K5J7W3C8M2N4P6Q8R0S2T4V',
    '01K5J7W3C8M2N4P6Q8R0S2T4V6',
    '81K5J7W3C8M2N4P6Q8R0S2T4V6',
    'SD-1',
    'sd-0',
  ],
)

function paramsOf({ path, pathTexts = {} }: EndpointSpec): fc.Arbitrary<Record<string, string>> {
  const names = pathParameters(path)
  if (names.length === 0) return fc.constant({})
  const segmentOf = (name: string) => {
    const text = pathTexts[name]
    const valid = text
      ? arbitraryOf(text).map((value) => encodeURIComponent(String(value)))
      : fc.constant(OTHER)
    return fc.oneof(valid, valid, oddSegments)
  }
  return fc.constantFrom(...names).chain((name) => segmentOf(name).map((value) => ({ [name]: value })))
}

const oddParameters = fc.oneof(
  oddValues.filter((value) => typeof value !== 'object' && String(value).length < 2_000),
  fc.constantFrom<unknown>(
    '',
    ',',
    'a,b',
    '-id',
    '%',
    ['a', 'a'],
    ['', ''],
    '0',
    '501',
    '1e2',
    '0x1',
    ' 1',
    'true ',
  ),
)

/** The head of a request may have 16 KiB. A longer one is refused before anything reads it. */
const MOST_OF_A_SEARCH = 8_192

/** Parameters of the query; two of three are valid. */
function queryOf(endpoint: EndpointSpec): fc.Arbitrary<Record<string, unknown>> {
  const shape = shapeOf(endpoint.query)
  const names = Object.keys(shape)
  const open = (endpoint.collection ?? endpoint.summarizes?.collection)?.open
  const odd = fc.constantFrom(...names, 'nonsense', 'Limit', ...(open ? [`${open.prefix}a`] : []))
  if (names.length === 0) return odd.map((name) => ({ [name]: '1' }))
  return fc
    .tuple(
      fc.subarray(names, { maxLength: Math.min(3, names.length) }),
      seldom(3, null, fc.tuple(odd, oddParameters)),
    )
    .chain(([some, other]) =>
      fc
        .record(
          Object.fromEntries(some.map((name) => [name, arbitraryOf(shape[name] ?? z.null())])),
          plainObject,
        )
        .map((query) => (other ? { ...query, [other[0]]: other[1] } : query)),
    )
    .filter((query) => searchOf(query).length < MOST_OF_A_SEARCH)
}

const bodyOf = (schema: z.core.$ZodType): fc.Arbitrary<unknown> =>
  schema instanceof z.ZodObject
    ? fc.oneof(
        { weight: 5, arbitrary: someMembersOf(schema.shape) },
        { weight: 1, arbitrary: arbitraryOf(schema) },
      )
    : arbitraryOf(schema)

const tags = [
  '*',
  '"v1"',
  'W/"v1"',
  'v1',
  '"v1", "v2"',
  '"v999999999999"',
  '"v0-aaaaaaaaaaa"',
  '"',
  '""',
  'é',
]

function headersOf(endpoint: EndpointSpec): fc.Arbitrary<Record<string, string>> {
  const values: Readonly<Record<string, readonly string[]>> = {
    'x-api-version': ['v1', 'v2', 'V1', '1'],
    accept: ['*/*', 'application/*', 'application/json;q=0.1', 'text/html', 'application/json;q=0', ';;q=x'],
    'x-tenant-id': ['nonsense', ROOT_TENANT_ID, ROOT_TENANT_ID.toLowerCase(), 'é'],
    traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'nonsense'],
    'accept-language': ['de', 'x'.repeat(500)],
    ...(endpoint.collection ? { Accept: ['application/x-ndjson', 'application/x-ndjson, */*;q=0.5'] } : {}),
    ...(endpoint.body
      ? { 'content-type': ['application/merge-patch+json', 'text/plain', 'application/json;charset=UTF-8'] }
      : {}),
    ...(takesIfMatch(endpoint) ? { 'if-match': tags } : {}),
    ...(endpoint.method === 'get' || endpoint.upserts ? { 'if-none-match': tags } : {}),
    ...(takesIdempotencyKey(endpoint)
      ? { 'idempotency-key': ['a', 'b', '!~', 'a b', 'é', 'x'.repeat(255), 'x'.repeat(256)] }
      : {}),
  }
  return fc
    .constantFrom(
      ...Object.entries(values).flatMap(([name, some]) => some.map((value) => [name, value] as const)),
    )
    .map(([name, value]) => ({ [name]: value }))
}

/** The valid call with the changes of an input. `other` has other records in its path. */
export function callWith(valid: Call, other: Call, endpoint: EndpointSpec, input: Input): Call {
  const params = Object.entries(input.params).map(([name, value]) => [
    name,
    value === OTHER ? (other.params?.[name] ?? value) : value,
  ])
  const { body, ...call } = valid
  return {
    ...call,
    params: { ...call.params, ...Object.fromEntries(params) },
    query: { ...membersOf(call.query), ...input.query },
    ...bodyWith(endpoint, body, input),
    headers: { ...call.headers, ...input.headers },
  }
}

function bodyWith(
  endpoint: EndpointSpec,
  valid: unknown,
  { body, mutation }: Input,
): Pick<Call, 'body' | 'text'> {
  if (!endpoint.body) return {}
  const isPart = body !== null && typeof body === 'object' && !Array.isArray(body)
  const whole = isPart ? { ...membersOf(valid), ...body } : (body ?? valid)
  if (endpoint.bodyType === 'form')
    return {
      body: Object.fromEntries(
        Object.entries(membersOf(whole)).map(([name, value]) => [name, String(value)]),
      ),
    }
  if (whole === undefined && mutation === null) return {}
  return { text: jsonOf(whole, mutation) }
}
