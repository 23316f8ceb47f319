import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { type EndpointSpec, locationOf, mediaTypesOf, takesIdempotencyKey } from '../endpoint.ts'
import { exportTypes } from '../exports.ts'
import { takesNoBody } from '../record-members.ts'
import { answerDescription } from './answers.ts'
import { descriptionOf } from './descriptions.ts'
import { headerRefs, type ResponseHeader } from './headers.ts'
import { openParameters, parametersOf } from './parameters.ts'
import { problemResponses } from './problem-responses.ts'

/** Converts an endpoint to the input of the generator. */
export function operation(endpoint: EndpointSpec): RouteConfig {
  const { method, path, operationId, tag, summary, permission, withToken, move } = endpoint
  return {
    method,
    path,
    operationId,
    tags: [tag],
    summary,
    description: descriptionOf(endpoint),
    ...(permission === 'public' ? { security: withToken ? [{}, { bearer: [] }] : [] } : {}),
    'x-permission': permission,
    ...(move ? { 'x-move': move } : {}),
    parameters: [
      ...parametersOf(endpoint, hasMember(endpoint, 'version')),
      ...openParameters(endpoint.collection?.open),
    ],
    request: {
      ...(endpoint.query instanceof z.ZodObject ? { query: endpoint.query } : {}),
      ...(endpoint.body ? { body: requestBody(endpoint, endpoint.body) } : {}),
    },
    responses: {
      [endpoint.success.status]: success(endpoint),
      ...('orCreated' in endpoint.success ? { 201: created(endpoint) } : {}),
      ...('orNothing' in endpoint.success ? { 204: nothing(endpoint) } : {}),
      ...(method === 'get' && hasMember(endpoint, 'version') ? { 304: notModified } : {}),
      ...problemResponses(endpoint),
    },
  }
}

const notModified = {
  description: 'The record still has the ETag in If-None-Match.',
  headers: headerRefs('ETag', 'X-Tenant-Id'),
}

function requestBody(endpoint: EndpointSpec, body: z.core.$ZodType) {
  const content = mediaTypesOf(endpoint).map((media) => [media, { schema: classic(body) }])
  return { required: !takesNoBody(endpoint), content: Object.fromEntries(content) }
}

const nothing = (endpoint: EndpointSpec) => ({
  description: 'Done; the answer has no body.',
  headers: headerRefs(...successHeaders(endpoint).filter((name) => name !== 'ETag')),
})

function success(endpoint: EndpointSpec) {
  if (endpoint.success.status === 204) return nothing(endpoint)
  const headers = headerRefs(...successHeaders(endpoint))
  const description = answerDescription(endpoint, endpoint.success.body)
  const exported = endpoint.collection
    ? exportTypes.map((type) => [type, { schema: { type: 'string' } }])
    : []
  const content = { 'application/json': { schema: classic(endpoint.success.body) } }
  return { description, headers, content: { ...content, ...Object.fromEntries(exported) } }
}

/** The 201 of an operation that creates its record or changes an existing one. */
function created(endpoint: EndpointSpec) {
  const {
    description: _,
    headers,
    content,
  } = success(endpoint) as ReturnType<typeof success> & { content?: object }
  return { description: 'The new record.', headers: { ...headers, ...headerRefs('Location') }, content }
}

function successHeaders(endpoint: EndpointSpec): ResponseHeader[] {
  return [
    ...(endpoint.permission === 'public' && !endpoint.withToken ? [] : (['X-Tenant-Id'] as const)),
    ...(endpoint.credentials ? (['Cache-Control'] as const) : []),
    ...(hasMember(endpoint, 'version') ? (['ETag'] as const) : []),
    ...(locationOf(endpoint) ? (['Location'] as const) : []),
    ...(endpoint.collection ? (['Link', 'Total-Count', 'Total-Count-Capped'] as const) : []),
    ...(endpoint.answerHeaders ?? []),
    ...(takesIdempotencyKey(endpoint) ? (['Idempotent-Replayed'] as const) : []),
  ]
}

function hasMember({ success }: EndpointSpec, member: string): boolean {
  return 'body' in success && success.body instanceof z.ZodObject && member in success.body.shape
}

/** The contract uses the types of zod's core, which are faster to check; at run time each schema is a `z.ZodType`. */
export function classic(schema: z.core.$ZodType): z.ZodType {
  return schema as z.ZodType
}
