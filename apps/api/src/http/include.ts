import type { EndpointSpec, Inclusions } from '@commonhold/contract'
import type { Reader } from '../db/statement.ts'
import type { PageInclusion } from '../store/briefs.ts'
import type { Service } from './service.ts'

/** The records that an operation can include, by the name of the member that contains them. */
export const inclusionsOf = ({ include, collection }: EndpointSpec): Inclusions['of'] =>
  (include ?? collection?.include)?.of ?? {}

/**
 * Splits a query into the names of the included records and the rest. Handlers get only the rest, so cursors do not depend on
 * `include`.
 */
export function withoutInclude(query: unknown): { names: readonly string[]; query: unknown } {
  if (query === null || typeof query !== 'object' || !('include' in query)) return { names: [], query }
  const { include, ...rest } = query
  return { names: Array.isArray(include) ? include : [], query: rest }
}

/** Reads included records together with a page of a list; undefined when the request includes none. */
export const inclusionOfPage = (
  { included }: Service,
  endpoint: EndpointSpec,
  names: readonly string[],
): PageInclusion | undefined =>
  endpoint.collection && names.length > 0 ? included.ofPage(inclusionsOf(endpoint), names) : undefined

/** Adds the records that the request includes to a reply. */
export async function withIncluded(
  { included }: Service,
  endpoint: EndpointSpec,
  names: readonly string[],
  reader: Reader,
  reply: unknown,
  page?: PageInclusion,
): Promise<unknown> {
  return names.length === 0 ? reply : included.addTo(reader, inclusionsOf(endpoint), names, reply, page)
}
