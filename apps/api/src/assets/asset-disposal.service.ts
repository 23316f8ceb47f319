import type { MoveInput } from '@commonhold/contract'
import { definedOf } from '../base/defined.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNotAhead } from '../store/moments.ts'
import { references } from '../store/references.ts'
import {
  decidePart,
  decideRelease,
  decideWhole,
  type ledgerTypes,
  type WriteOff,
} from './asset-disposal.rules.ts'
import { assetStore } from './assets.store.ts'
import type { CustodyChanges } from './custody.rules.ts'
import { moveWith, removePieces } from './custody.service.ts'
import { type AssetRow, type Custody, lockChangeable } from './custody-load.service.ts'

/** Archives or retires an asset, after which nobody has it: its open assignments end. */
export async function release(
  context: WriteContext,
  name: 'archive' | 'retire',
  id: string,
  input: MoveInput,
  reason: 'archived' | 'retired',
): Promise<AssetRow> {
  const { occurred_at } = input
  assertNotAhead('occurred_at', occurred_at, context.clock)
  const custody = await lockChangeable(context, id)
  const now = context.clock.now().toISOString()
  return moveWith(context, custody, name, input, decideRelease(custody, { reason, occurred_at, now }))
}

/**
 * Disposes of an asset, or marks it lost or stolen: the whole asset, or some pieces of a stock, which then keeps its status. The
 * ledger records both.
 */
export async function writeOff(
  context: WriteContext,
  name: keyof typeof ledgerTypes,
  id: string,
  input: WriteOff,
): Promise<AssetRow> {
  assertNotAhead('occurred_at', input.occurred_at, context.clock)
  const { location_id } = input
  const referring = ignoreUnhandled(references({ location_id: locationStore }, context.tx, { location_id }))
  const locking = ignoreUnhandled(lockChangeable(context, id))
  await referring
  const custody = await locking
  const now = context.clock.now().toISOString()
  const part = decidePart(custody, name, input, now)
  if (part) return writeOffPart(context, custody, part, input)
  return moveWith(context, custody, name, input, decideWhole(custody, name, input, now))
}

/** Hides the circumstances of the stock itself, which do not concern the removed pieces. */
const withoutCircumstances = { disposal_method: null, report_reference: null }

/** Removes some pieces of a stock. The history records the circumstances, because they concern these pieces only. */
async function writeOffPart(
  context: WriteContext,
  custody: Custody,
  changes: CustodyChanges,
  { disposal_method, report_reference, reason, notes }: WriteOff,
): Promise<AssetRow> {
  const { asset } = custody
  const after = await removePieces(context, custody, changes)
  const circumstances = definedOf({ disposal_method, report_reference })
  const change = [
    { ...asset, ...withoutCircumstances },
    { ...after, ...withoutCircumstances, ...circumstances },
  ] as const
  assetStore.recordAudit(context, 'updated', ...change, { reason, notes })
  return after
}
