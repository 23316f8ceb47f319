import type { AssetRestoration } from '@commonhold/contract'
import { ignoreUnhandled } from '../db/statement.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNotAhead } from '../store/moments.ts'
import { references } from '../store/references.ts'
import { decideRestoration } from './asset-restoration.rules.ts'
import { moveWith } from './custody.service.ts'
import { type AssetRow, lockChangeable } from './custody-load.service.ts'

/** Restores an asset; of a lost or stolen stock, the pieces that were found. */
export async function restore(context: WriteContext, id: string, body: AssetRestoration): Promise<AssetRow> {
  const { quantity: _, location_id, ...input } = body
  assertNotAhead('occurred_at', input.occurred_at, context.clock)
  const referring = ignoreUnhandled(references({ location_id: locationStore }, context.tx, { location_id }))
  const locking = ignoreUnhandled(lockChangeable(context, id))
  await referring
  const custody = await locking
  const moment = input.occurred_at ?? context.clock.now().toISOString()
  return moveWith(context, custody, 'restore', input, decideRestoration(custody, body, moment))
}
