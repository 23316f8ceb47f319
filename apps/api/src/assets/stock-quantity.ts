import { invalid } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { readStock, saveStock } from './asset-stock.repository.ts'
import { type AssetRow, placedBy } from './custody.ts'
import { Stock } from './stock.ts'

/** The pieces of a new stock lie where it is said to be. */
export async function fillStock(
  { tx }: WriteContext,
  { id, tracking_type, location_id, quantity }: AssetRow,
  moment: string,
): Promise<void> {
  if (tracking_type === 'serialized') return
  const stock = new Stock([])
  stock.put(location_id, quantity, moment)
  await saveStock(tx, id, stock)
}

/**
 * Gives a stock another quantity where it lies at one place; answers what then holds of the asset. Where it lies at
 * several, new pieces are of no known place, and what is missing is found out by counting.
 */
export async function resizeStock(
  context: WriteContext,
  asset: AssetRow,
  quantity: number,
): Promise<Record<string, unknown>> {
  const added = quantity - asset.quantity
  if (asset.tracking_type === 'serialized' || added === 0) return {}
  const stock = await readStock(context.tx, asset.id)
  const moment = context.clock.now().toISOString()
  const place = stock.at(null) >= -added ? null : stock.onlyPlace()
  if (added > 0) stock.put(stock.onlyPlace() ?? null, added, moment)
  else if (place !== undefined && stock.at(place) >= -added) stock.take(place, -added, moment)
  else
    throw invalid({
      field: 'quantity',
      code: 'not_allowed_value',
      message:
        'the pieces lie at several locations; count them with POST /asset-circulations (`confirm_location` with a quantity)',
    })
  return placedBy(context, asset, stock)
}
