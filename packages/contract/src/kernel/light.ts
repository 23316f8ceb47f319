import type { EndpointSpec } from './endpoint.ts'

/**
 * An endpoint without its schemas. The typed client only checks whether a schema exists, so `{}` replaces each of
 * them.
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
