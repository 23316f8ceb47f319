import type { Json, JsonObject } from './types.ts'

/**
 * Rewrites `anyOf: [{ type: 'null' }, { type: 'string', ... }]`, in either order, to `type: ['string', 'null'], ...`,
 * so that keywords are at the top level. A nullable reference stays an `anyOf`.
 */
export function nullsAsTypes(value: Json): Json {
  if (Array.isArray(value)) return value.map(nullsAsTypes)
  if (value === null || typeof value !== 'object') return value
  const { anyOf, ...rest } = value
  const options = Array.isArray(anyOf) ? (anyOf as JsonObject[]) : []
  const option = options.find(({ type }) => type !== 'null')
  if (options.length === 2 && typeof option?.type === 'string' && options.some(({ type }) => type === 'null'))
    return { ...(nullsAsTypes(option) as JsonObject), ...rest, type: [option.type, 'null'] }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, nullsAsTypes(member)]))
}
