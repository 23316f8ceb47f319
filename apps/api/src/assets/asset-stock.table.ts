import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { instant, tenantColumn, ulid } from '../db/columns.ts'
import { locations } from '../locations/locations.table.ts'
import { assets } from './assets.table.ts'

/**
 * The pieces of countable assets by location; null stands for an unknown location. Pieces that persons have are not
 * included.
 */
export const assetStock = pgTable(
  'asset_stock',
  {
    tenant_id: tenantColumn(),
    asset_id: ulid().notNull(),
    location_id: ulid(),
    quantity: integer().notNull(),
    /** The time of the latest event that changed the quantity. A count at an earlier time does not correct it. */
    changed_at: instant().notNull(),
  },
  (table) => [
    unique('asset_stock__location_id__unique')
      .on(table.tenant_id, table.asset_id, table.location_id)
      .nullsNotDistinct(),
    index('asset_stock_location')
      .on(table.tenant_id, table.location_id, table.asset_id)
      .where(sql`quantity > 0`),
    foreignKey({
      name: 'asset_stock__asset_id__reference',
      columns: [table.tenant_id, table.asset_id],
      foreignColumns: [assets.tenant_id, assets.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'asset_stock__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    check('asset_stock__quantity__out_of_range', sql`quantity >= 0`),
  ],
)
