import type { EndpointSpec } from './endpoint.ts'

/**
 * An endpoint without its schemas, of which the typed client asks only whether they are there; `{}` stands for one
 * that is.
 */
export function withoutSchemas(endpoint: EndpointSpec) {
  const { method, path, permission, withToken, credentials, body, bodyType, query, collection, include } =
    endpoint
  return {
    method,
    path,
    permission,
    withToken,
    credentials,
    bodyType,
    body: body && {},
    query: query && {},
    collection: collection && {},
    include: include && {},
  }
}
