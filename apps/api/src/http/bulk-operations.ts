import { bulkOperations, type EndpointSpec, pathParameters } from '@commonhold/contract'
import type { Credential } from '../auth/credential.ts'
import type { Deadline } from '../base/deadline.ts'
import type { Implementation } from '../store/implement.ts'
import type { BulkItem } from './bulk-request.ts'
import type { CheckedRequest } from './checked-request.ts'
import { RecordOperations } from './record-operations.ts'
import type { Service } from './service.ts'

/** The bulk requests for the server. They have no handlers: their items run the handlers of their own operations. */
export const bulkImplementations: readonly Implementation[] = Object.values(bulkOperations).map(
  (endpoint) => ({ endpoint, handle: () => Promise.reject(new Error('a bulk request has no handler')) }),
)

/** An operation that an item of a bulk request names. */
export interface ItemOperation {
  readonly implementation: Implementation
  readonly operations: RecordOperations
  /** The path parameter with the id of the record, from which the records above it follow. Undefined for a create. */
  readonly parameter: string | undefined
}

/** The operations of a bulk endpoint, by their `op`. */
export class BulkOperations {
  readonly #byOp: ReadonlyMap<string, ItemOperation>

  constructor(all: readonly Implementation[], endpoints: Readonly<Record<string, EndpointSpec>>) {
    this.#byOp = new Map(
      Object.entries(endpoints).map(([op, endpoint]) => {
        const implementation = all.find((one) => one.endpoint === endpoint)
        if (!implementation) throw new Error(`${endpoint.operationId} is not served`)
        const parameter = pathParameters(endpoint.path).at(-1)
        return [op, { implementation, operations: new RecordOperations(all, endpoint), parameter }]
      }),
    )
  }

  /** The operation of an item; `readBulk` has rejected unknown ones. An upsert that was not resolved counts as an update. */
  of({ op }: BulkItem): ItemOperation {
    const found = this.#byOp.get(op === 'upsert' ? 'update' : op)
    if (!found) throw new Error(`there is no operation ${op}`)
    return found
  }
}

/** What is needed to run a bulk request. */
export interface BulkRun {
  readonly service: Service
  readonly endpoint: EndpointSpec
  readonly operations: BulkOperations
  readonly request: CheckedRequest
  readonly token: Credential
  /** By when the whole request must be answered. */
  readonly deadline: Deadline
  /** Called with the tenant when a transaction is authorized; throws when the tenant has used up its quota of items. */
  countItems(tenantId: string | null): void
}
