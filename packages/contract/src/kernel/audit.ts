import type { z } from 'zod'
import { contractErrors, endpointErrors } from './audit/contract-rules.ts'
import { schemaErrors } from './audit/schema-rules.ts'
import { metaOf, type Node, nodesOf, nothingSeen } from './audit/walk.ts'
import { type Contract, endpointsOf } from './openapi/types.ts'

/**
 * Returns the errors of a contract: constructs that the OpenAPI generator writes wrongly, and broken rules. Each
 * line names the endpoint and the path to the schema, e.g. `assets.create body/serial_number: ...`.
 */
export function auditContract(contract: Contract): string[] {
  const endpoints = endpointsOf(contract)
  const seen = nothingSeen()
  const nodes = endpoints.flatMap(({ place, endpoint }) => nodesOf(place, endpoint, seen))
  return [
    ...contractErrors(endpoints),
    ...endpoints.flatMap(({ place, endpoint }) =>
      endpointErrors(endpoint).map((error) => `${place} ${error}`),
    ),
    ...nodes.flatMap((node) => schemaErrors(node).map((error) => `${node.at}: ${error}`)),
    ...sharedNames(nodes),
  ]
}

/** Finds different schemas with the same name: the document would use the first one for both, without a warning. */
function sharedNames(nodes: readonly Node[]): string[] {
  const first = new Map<string, { schema: z.core.$ZodType; at: string }>()
  return nodes.flatMap(({ schema, at }) => {
    const { id } = metaOf(schema)
    if (!id) return []
    const other = first.get(id) ?? { schema, at }
    first.set(id, other)
    return other.schema === schema ? [] : [`${at}: another schema at ${other.at} is named ${id} too`]
  })
}
