import type { z } from 'zod'
import type { OpenParameters } from '../collection.ts'
import { type EndpointSpec, pathParameters, takesIdempotencyKey, takesIfMatch } from '../endpoint.ts'
import { RECORD_KEY } from '../schema.ts'
import { exampleUlid } from './examples.ts'
import { pascalCase, ref } from './types.ts'

const ULID_ANY_CASE = '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$'

/** The versions of the interface that `X-API-Version` may name. */
export const apiVersionSchema = {
  type: 'string',
  enum: ['v1'],
  description: 'Version of the interface.',
} as const

/** Request headers that several operations share, by the key of their component. */
export const headerParameters = {
  SelectedTenant: {
    name: 'X-Tenant-Id',
    description:
      'Id (ULID) of the tenant that the request works in. Default: the one selected in the session.',
    schema: { type: 'string', pattern: ULID_ANY_CASE },
  },
  ApiVersion: {
    name: 'X-API-Version',
    description: 'Version of the interface that the client was written for. Default: `v1`.',
    schema: ref('schemas', 'ApiVersion'),
  },
  RequestId: {
    name: 'X-Request-Id',
    description:
      'Id of the request for logs and history: 1 to 128 letters, digits, `.`, `_` or `-`. The service generates an id if there is none or it is invalid.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    description:
      'ETag of the record as it was read. The change is made only if the record still has this ETag.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'ETag of the record as it was read. 304 if the record still has this ETag.',
    schema: { type: 'string' },
  },
  IfNoRecord: {
    name: 'If-None-Match',
    description: '`*`: the record is only created; if it exists, the answer is 412.',
    schema: { type: 'string', pattern: '^\\*$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'Chosen by the client for each intended effect: a repetition within 24 hours gets the first answer again instead of acting twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]{1,255}$' },
  },
} as const

/** The document's entry for a request header. */
export const headerParameter = (key: keyof typeof headerParameters) => ({
  in: 'header' as const,
  required: false,
  ...headerParameters[key],
})

const recordOf = (name: string) =>
  name === 'ci_id' ? 'configuration item' : name.replace(/_id$/, '').replaceAll('_', ' ')

/** The document's entry for a path parameter that is the id of a record. */
export const pathParameter = (name: string) => ({
  name,
  in: 'path' as const,
  required: true,
  description: `Id (ULID) of the ${recordOf(name)}, in upper or lower case.`,
  schema: { type: 'string' as const, pattern: ULID_ANY_CASE },
  example: exampleUlid(name),
})

/** The document's entry for a path parameter that accepts the record's key as well as its id. */
export const keyedPathParameter = (name: string) => ({
  ...pathParameter(name),
  description: `Id (ULID) of the ${recordOf(name)}, or its key, which may be a former one; in upper or lower case.`,
  schema: { type: 'string' as const, pattern: `${ULID_ANY_CASE}|${RECORD_KEY.source}` },
})

/** The document's entry for a path parameter that is a text with the given schema. */
export function textPathParameter(name: string, schema: z.ZodType) {
  const { description = '', examples, ...limits } = schema.meta() ?? {}
  const [example] = Array.isArray(examples) ? examples : []
  return {
    name,
    in: 'path' as const,
    required: true,
    description,
    schema: { type: 'string' as const, minLength: 1, ...limits },
    ...(example === undefined ? {} : { example }),
  }
}

/** Name of the component of a path parameter that accepts a key. */
export const keyedName = (name: string) => `${pascalCase(name)}OrKey`

/** References to the path and header parameters of an operation. */
export function parametersOf(endpoint: EndpointSpec, readsRecord: boolean) {
  const headers: (keyof typeof headerParameters)[] = ['ApiVersion', 'RequestId']
  const isInTenant = endpoint.permission !== 'public' || endpoint.withToken
  if (isInTenant && !endpoint.ignoresTenant) headers.unshift('SelectedTenant')
  if (takesIfMatch(endpoint)) headers.push('IfMatch')
  if (endpoint.method === 'get' && readsRecord) headers.push('IfNoneMatch')
  if (endpoint.upserts) headers.push('IfNoRecord')
  if (takesIdempotencyKey(endpoint)) headers.push('IdempotencyKey')
  const paths = pathParameters(endpoint.path).map((name) =>
    name === endpoint.takesKey ? keyedName(name) : pascalCase(name),
  )
  const keys = [...paths, ...headers]
  return keys.map((key) => ref('parameters', key))
}

/** Parameters whose names the tenant's data defines: one object, each member of which is a separate query parameter. */
export const openParameters = (open: OpenParameters | undefined) =>
  open
    ? [
        {
          name: open.name,
          in: 'query' as const,
          required: false,
          description: open.description,
          style: 'form' as const,
          explode: true,
          schema: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
        },
      ]
    : []
