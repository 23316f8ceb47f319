import type { AuthorizedTransaction } from '../auth/authorize.ts'
import type { Implementation } from '../store/implement.ts'
import { membersOfBody } from './body-members.ts'
import type { ItemOutcome } from './bulk-answer.ts'
import { resolvedItems } from './bulk-names.ts'
import type { BulkRun } from './bulk-operations.ts'
import type { BulkItem } from './bulk-request.ts'
import type { CheckedRequest } from './checked-request.ts'
import { readParams, validateBody } from './validate.ts'

/** An item with its index in the request. */
export interface PlacedItem {
  readonly index: number
  readonly item: BulkItem
}

/** An item, as a single request of its operation. */
export interface PreparedItem extends PlacedItem {
  readonly implementation: Implementation
  readonly request: CheckedRequest
}

/** The items to run, in their order, and the items that were rejected before any of them runs. */
export interface Prepared {
  readonly ready: readonly PreparedItem[]
  readonly refused: readonly ItemOutcome[]
}

/** Finds the records of items, and validates each body against the schema of its operation. */
export async function prepare(
  tx: AuthorizedTransaction,
  run: BulkRun,
  items: readonly PlacedItem[],
): Promise<Prepared> {
  const ready: PreparedItem[] = []
  const refused: ItemOutcome[] = []
  for (const { error: known, ...placed } of await resolvedItems(tx, run, items)) {
    const { implementation } = run.operations.of(placed.item)
    try {
      if (known !== undefined) throw known
      ready.push({ ...placed, implementation, request: requestOf(run, placed.item) })
    } catch (error) {
      refused.push({ ...placed, error })
    }
  }
  return { ready, refused }
}

/** The single request that is equivalent to the item. */
function requestOf({ request, operations }: BulkRun, item: BulkItem): CheckedRequest {
  const { implementation, operations: related, parameter } = operations.of(item)
  const { endpoint } = implementation
  const { written, readOnlyMembers, version } = membersOfBody(endpoint, item.body)
  const params =
    parameter === undefined ? {} : readParams({ [parameter]: item.id ?? '' }, { path: endpoint.path }, '')
  return {
    ...request,
    header: (name) => headerOf(request, item, name),
    params,
    query: endpoint.query ? {} : undefined,
    body: validateBody(endpoint, written),
    readOnlyMembers,
    operations: related,
    version,
  }
}

function headerOf({ header }: CheckedRequest, { ifMatch }: BulkItem, name: string): string | null {
  if (name === 'if-match') return ifMatch === undefined ? null : `"v${ifMatch}"`
  return name === 'idempotency-key' ? null : header(name)
}
