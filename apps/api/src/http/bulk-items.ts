import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import type { Authorization, AuthorizedTransaction } from '../auth/authorize.ts'
import { isTransient, isUnavailable } from '../db/database-errors.ts'
import { sqlStatement } from '../db/statement.ts'
import { isIndependent } from '../store/independent.ts'
import type { ItemOutcome, ItemReply } from './bulk-answer.ts'
import type { BulkRun } from './bulk-operations.ts'
import { type PlacedItem, type PreparedItem, prepare } from './bulk-prepared.ts'
import { accessOf, entryOf } from './checked-request.ts'
import { recordBefore, replyIn } from './execute.ts'

/** Runs items in a transaction; resolves with the outcome of each. */
export type RunItems = (
  tx: AuthorizedTransaction,
  run: BulkRun,
  items: readonly PlacedItem[],
) => Promise<ItemOutcome[]>

/** An item failed in a transaction without savepoints, so the whole transaction must be rolled back. */
export class ItemFailed extends Error {}

/** The maximum number of independent creates that are sent together. */
const BATCH = 50

/**
 * Checks the deferred constraints now and not only at COMMIT. It also fails when an earlier statement of the transaction
 * failed.
 */
const checkConstraints = sqlStatement(sql`set constraints all immediate`)
const deferConstraints = sqlStatement(sql`set constraints all deferred`)

/** Runs items without savepoints, and sends independent ones together. Rejects with `ItemFailed` as soon as an item fails. */
export const runWithoutSavepoints: RunItems = async (tx, run, items) => {
  const { ready, refused } = await prepare(tx, run, items)
  if (refused.length > 0) throw new ItemFailed('an item is not valid')
  const outcomes: ItemOutcome[] = []
  let access: string | undefined
  let authorization: Promise<Authorization> | undefined
  for (const batch of batchesOf(ready)) {
    const [{ implementation, request }] = batch
    const needed = accessOf(implementation.endpoint)
    // An authorization is valid until the transaction ends, or until one for another permission replaces it.
    if (needed !== access)
      authorization = tx.part(entryOf(implementation.endpoint, request, run.token)).authorized()
    access = needed
    const settled = await Promise.allSettled(
      batch.map((one) =>
        runIn(tx.part(entryOf(one.implementation.endpoint, one.request, run.token), authorization), run, one),
      ),
    )
    outcomes.push(...assertDone(batch, settled))
  }
  await tx.run(checkConstraints).catch(failItem)
  return outcomes
}

/** Groups items, in the order given: consecutive independent creates of one operation together, any other item alone. */
function batchesOf(items: readonly PreparedItem[]): [PreparedItem, ...PreparedItem[]][] {
  const batches: [PreparedItem, ...PreparedItem[]][] = []
  for (const item of items) {
    const last = batches.at(-1)
    const joins =
      last?.[0].implementation === item.implementation &&
      isIndependent(item.implementation.handle) &&
      last.length < BATCH
    if (joins) last.push(item)
    else batches.push([item])
  }
  return batches
}

function assertDone(
  batch: readonly PreparedItem[],
  settled: readonly PromiseSettledResult<ItemReply>[],
): ItemOutcome[] {
  const errors: unknown[] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (errors.length > 0) failItem(errors.find(endsTransaction) ?? errors[0])
  return settled.flatMap((one, at) => {
    const placed = batch[at]
    return one.status === 'fulfilled' && placed ? [{ ...placed, reply: one.value }] : []
  })
}

function failItem(error: unknown): never {
  throw endsTransaction(error) ? error : new ItemFailed('an item failed', { cause: error })
}

/** Runs items one after the other, each in a savepoint, so that only the failed ones are rolled back. */
export const runWithSavepoints: RunItems = async (tx, run, items) => {
  const { tenantId } = await tx.authorized()
  const { ready, refused } = await prepare(tx, run, items)
  const outcomes = [...refused]
  for (const prepared of ready) {
    const { implementation, request } = prepared
    const nested = tx.nested(entryOf(implementation.endpoint, request, run.token))
    try {
      const reply = await runIn(nested, run, prepared)
      // Fails if any statement of the item failed. This must be known here: a released savepoint cannot be rolled back.
      await nested.run(checkConstraints)
      void nested.run(deferConstraints)
      await nested.commit()
      outcomes.push({ ...prepared, reply })
    } catch (error) {
      await nested.rollback()
      if (endsTransaction(error)) throw error
      outcomes.push({ ...prepared, error, tenantId })
    }
  }
  return outcomes
}

/** True for errors after which no other item can run: the transaction must be retried, or its connection is lost. */
function endsTransaction(error: unknown): boolean {
  if (isTransient(error)) return true
  const isTimeout = error instanceof postgres.PostgresError && /^(57014|55P03)$/.test(error.code)
  return isUnavailable(error) && !isTimeout
}

/** Runs the same steps as a single request of the item's operation. */
async function runIn(
  tx: AuthorizedTransaction,
  { service, token }: BulkRun,
  { item, implementation, request }: PreparedItem,
): Promise<ItemReply> {
  const { endpoint } = implementation
  const before = await recordBefore(service, endpoint, request, token)
  const reply = await replyIn(tx, { service, implementation, request, token, before }, {})
  const { id, version } = Object(reply) as { readonly id?: unknown; readonly version?: unknown }
  return {
    status: reply === undefined ? 204 : endpoint.success.status,
    id: typeof id === 'string' ? id : (item.id ?? null),
    version: typeof version === 'number' ? version : null,
  }
}
