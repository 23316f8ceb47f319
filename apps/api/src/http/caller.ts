import { CALLER, type EndpointSpec } from '@commonhold/contract'

/** The query with `me` replaced by the caller's id. */
export function withCaller(endpoint: EndpointSpec, query: unknown, userId: string): unknown {
  const users = endpoint.collection?.users ?? []
  if (users.length === 0 || query === null || typeof query !== 'object') return query
  const idOf = (value: unknown) => (value === CALLER ? userId : value)
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) =>
      users.includes(name) ? [name, Array.isArray(value) ? value.map(idOf) : idOf(value)] : [name, value],
    ),
  )
}
