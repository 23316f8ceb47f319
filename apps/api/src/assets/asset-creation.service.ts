import type { AssetCreate } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { assertSelected } from '../store/store.ts'
import { assetModelStore } from './asset-models.store.ts'
import { nextAssetTag } from './assets.repository.ts'
import { assertTracking } from './assets.rules.ts'
import { assetStore } from './assets.store.ts'
import { addEvent } from './custody.service.ts'
import type { AssetRow } from './custody-load.service.ts'
import { fillStock } from './stock-quantity.service.ts'

/** Creates an asset with its stock and its receipt at a location. The statements are sent together. */
export async function createAsset(
  context: WriteContext,
  { tenant_id, ...body }: AssetCreate & { readonly tenant_id?: string | undefined },
): Promise<AssetRow> {
  const { tx, clock } = context
  const model = ignoreUnhandled(assetModelStore.reference(tx, 'model_id', body.model_id))
  const asset_tag = body.asset_tag ?? (await nextAssetTag(tx))
  const { location_id = null, quantity = 1, serial_number = null } = body
  const id = newId()
  const occurred_at = clock.now().toISOString()
  const place = location_id === null ? {} : { location_id, located_at: occurred_at }
  // The insert does not wait for the model that it is checked against; the table's constraints enforce the same rules.
  const inserted = ignoreUnhandled(assetStore.insert(context, { ...body, asset_tag, ...place }, id))
  const { tracking_type } = await model
  assertTracking(tracking_type, { serial_number, quantity })
  await assertSelected(context, tenant_id)
  fillStock(context, { id, tracking_type, location_id, quantity }, occurred_at)
  const received =
    location_id === null
      ? undefined
      : ignoreUnhandled(
          addEvent(
            context,
            { id, tracking_type },
            { circulation_type: 'receive', location_id, quantity, occurred_at, correlation_id: newId() },
          ),
        )
  const made = await inserted
  await received
  return made
}
