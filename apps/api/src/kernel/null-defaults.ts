import type { EndpointSpec } from '@commonhold/contract'
import { z } from 'zod'

const known = new WeakMap<EndpointSpec, ReadonlySet<string>>()

/** Members of a POST that may be left out and cannot be null: each has a default. */
function withDefault(endpoint: EndpointSpec): ReadonlySet<string> {
  const members = known.get(endpoint) ?? new Set(endpoint.method === 'post' ? defaultsIn(endpoint.body) : [])
  known.set(endpoint, members)
  return members
}

function defaultsIn(body: EndpointSpec['body']): string[] {
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries<z.core.$ZodType>(body.shape).flatMap(([member, schema]) =>
    schema instanceof z.ZodOptional && !z.safeParse(schema, null).success ? [member] : [],
  )
}

/** The body of a POST with null left out where it stands for a default. */
export function withoutNulls(endpoint: EndpointSpec, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const members = withDefault(endpoint)
  const isDefault = ([member, value]: [string, unknown]) => value === null && members.has(member)
  const entries = Object.entries(body)
  return entries.some(isDefault) ? Object.fromEntries(entries.filter((entry) => !isDefault(entry))) : body
}
