import { trackingTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { archivedAt, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'

export const assetModels = pgTable(
  'asset_models',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    tracking_type: oneOf(trackingTypes).notNull(),
    manufacturer: text(),
    model_number: text(),
    category: text(),
    description: text(),
    archived_at: archivedAt(),
  },
  (table) => [
    uniqueIndex('asset_models__name__unique').on(table.tenant_id, table.name_key),
    index('asset_models_tenant').on(table.tenant_id, table.id),
    unique('asset_models_tracking').on(table.id, table.tracking_type),
    tenantReference(table.tenant_id),
    check('asset_models__tracking_type__not_allowed_value', isOneOf('tracking_type', trackingTypes)),
  ],
)
