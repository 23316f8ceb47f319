import type { z } from 'zod'
import { contractFaults, endpointFaults } from './audit/contract-rules.ts'
import { schemaFaults } from './audit/schema-rules.ts'
import { metaOf, type Node, nodesOf, nothingSeen } from './audit/walk.ts'
import { type Contract, endpointsOf } from './openapi/types.ts'

/**
 * What is wrong with a contract: constructs that the OpenAPI document would get wrong, and rules broken. Each
 * line names the endpoint and the way to the schema, e.g. `assets.create body/serial_number: ...`.
 */
export function auditContract(contract: Contract): string[] {
  const endpoints = endpointsOf(contract)
  const seen = nothingSeen()
  const nodes = endpoints.flatMap(({ place, endpoint }) => nodesOf(place, endpoint, seen))
  return [
    ...contractFaults(endpoints),
    ...endpoints.flatMap(({ place, endpoint }) =>
      endpointFaults(endpoint).map((fault) => `${place} ${fault}`),
    ),
    ...nodes.flatMap((node) => schemaFaults(node).map((fault) => `${node.at}: ${fault}`)),
    ...sharedNames(nodes),
  ]
}

/** Two schemas with one name merge silently into the first. */
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
