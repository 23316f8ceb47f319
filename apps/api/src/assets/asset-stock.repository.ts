import type { AssetStock } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { tenantToday } from '../store/days.ts'
import { type Place, type PlaceRow, Stock } from './stock-pieces.rules.ts'

const asset = sql.placeholder('asset_id')

const stored = sqlStatement<PlaceRow>(sql`
  select location_id, quantity, changed_at from asset_stock where tenant_id = ${tenantId} and asset_id = ${asset}
   order by location_id nulls first`)

/** The stock of an asset that the transaction has locked. */
export const readStock = async (tx: Transaction, assetId: string): Promise<Stock> =>
  new Stock(await tx.run(stored, { asset_id: assetId }))

const count = sqlStatement<unknown>(sql`
  insert into asset_stock (tenant_id, asset_id, location_id, quantity, changed_at)
  values (${tenantId}, ${asset}, ${sql.placeholder('location_id')}, ${sql.placeholder('quantity')}, ${sql.placeholder('changed_at')})
  on conflict (tenant_id, asset_id, location_id) do update set quantity = excluded.quantity, changed_at = excluded.changed_at`)

/**
 * Sends the changes of a stock without waiting; if one fails, COMMIT fails. Returns the location of all pieces; null if they are
 * at several locations or there are none.
 */
export function saveStock(tx: Transaction, assetId: string, stock: Stock): Place {
  for (const row of stock.changes()) void tx.run(count, { asset_id: assetId, ...row })
  return stock.onlyPlace() ?? null
}

/** A serialized asset is at its last recorded location, unless a person has it. */
const listed = sqlStatement<AssetStock>(sql`
  select s.location_id, s.quantity, least(greatest(s.quantity - assigned.quantity, 0), a.available_quantity) as available_quantity
    from assets a
    join asset_stock s on s.tenant_id = a.tenant_id and s.asset_id = a.id and s.quantity > 0
   cross join lateral (
     select coalesce(sum(x.quantity), 0)::int as quantity from asset_assignments x
      where x.tenant_id = a.tenant_id and x.asset_id = a.id and x.closed_at is null
        and x.location_id = s.location_id and x.start_date <= ${tenantToday}) assigned
   where a.tenant_id = ${tenantId} and a.id = ${asset}
  union all
  select a.location_id, 1, a.available_quantity from assets a
   where a.tenant_id = ${tenantId} and a.id = ${asset} and a.tracking_type = 'serialized'
     and (a.person_id is null or a.held_from > ${tenantToday})
   order by 1 nulls last`)

/** The locations of an asset's pieces, and how many of them are available. */
export const stockOf = (reader: Reader, assetId: string): Promise<AssetStock[]> =>
  reader.run(listed, { asset_id: assetId })
