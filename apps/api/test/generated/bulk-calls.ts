import { bulkOperations, type EndpointSpec } from '@commonhold/contract'
import { type GroupName, type Operation, operations } from './operations.ts'
import type { Call } from './worlds.ts'

/** An operation of a collection, with the name that bulk items use for it. */
export interface Named extends Operation {
  readonly op: string
}

/** The bulk request of each collection, and the operations that its items can run. */
export const bulkCollections = Object.entries(bulkOperations).map(([group, bulk]) => ({
  group: group as GroupName,
  path: bulk.path,
  endpoint: bulk as EndpointSpec,
  named: Object.entries(bulk.bulk).map(([op, endpoint]): Named => {
    const operation = operations.find((one) => one.endpoint === endpoint)
    if (!operation) throw new Error(`${bulk.path} runs an operation that nothing serves`)
    return { ...operation, op }
  }),
}))

/** One operation of a bulk request. */
export interface Item {
  readonly op: string
  readonly id?: string
  readonly body?: unknown
}

/** The bulk item that does the same as a call. */
export const itemOf = ({ op, endpoint }: Named, call: Call): Item => {
  const id = Object.values(call.params ?? {}).at(-1)
  return {
    op,
    ...(id === undefined ? {} : { id }),
    ...(call.body === undefined || endpoint.method === 'delete' ? {} : { body: call.body }),
  }
}
