import { invalid } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { readStock, saveStock } from './asset-stock.repository.ts'
import { placeOf } from './custody.rules.ts'
import type { AssetRow } from './custody-load.service.ts'
import { Stock } from './stock-pieces.rules.ts'

/** Stores the pieces of a new countable asset at its location. */
export function fillStock(
  { tx }: WriteContext,
  {
    id,
    tracking_type,
    location_id,
    quantity,
  }: Pick<AssetRow, 'id' | 'tracking_type' | 'location_id' | 'quantity'>,
  moment: string,
): void {
  if (tracking_type === 'serialized') return
  saveStock(tx, id, new Stock([]).put(location_id, quantity, moment))
}

/**
 * Changes the quantity of a stock at its only location, and returns the members of the asset that change with it. If it has
 * several locations, new pieces have an unknown location; for missing pieces it throws, because only a count shows where they are
 * missing.
 */
export async function resizeStock(
  context: WriteContext,
  asset: AssetRow,
  quantity: number,
): Promise<Record<string, unknown>> {
  const added = quantity - asset.quantity
  if (asset.tracking_type === 'serialized' || added === 0) return {}
  const stock = resized(await readStock(context.tx, asset.id), added, context.clock.now().toISOString())
  saveStock(context.tx, asset.id, stock)
  return placeOf(asset, stock)
}

/** The stock with more or fewer pieces. */
function resized(stock: Stock, added: number, moment: string): Stock {
  if (added > 0) return stock.put(stock.onlyPlace() ?? null, added, moment)
  const place = stock.at(null) >= -added ? null : stock.onlyPlace()
  if (place !== undefined && stock.at(place) >= -added) return stock.take(place, -added, moment)
  throw invalid({
    field: 'quantity',
    code: 'not_allowed_value',
    message:
      'the pieces are at several locations; count them with POST /asset-circulations (`confirm_location` with a quantity)',
  })
}
