import { repairTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { assets } from '../../assets/assets.table.ts'
import { day, decimal, isOneOf, oneOf, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { locations } from '../../locations/locations.table.ts'
import { issues } from '../issues/issues.table.ts'

/** The members of repairs that are not members of their issues. All other members are stored in the issues. */
export const assetRepairs = pgTable(
  'asset_repairs',
  {
    ...ownedColumns(),
    issue_id: ulid().notNull(),
    asset_id: ulid().notNull(),
    location_id: ulid(),
    repair_type: oneOf(repairTypes).notNull().default('repair'),
    vendor: text(),
    is_warranty: boolean().notNull().default(false),
    cost: decimal(),
    currency: text(),
    expected_return_date: day(),
  },
  (table) => [
    primaryKey({ name: 'asset_repairs_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('asset_repairs__issue_id__unique').on(table.tenant_id, table.issue_id),
    index('asset_repairs_asset').on(table.tenant_id, table.asset_id, table.id),
    index('asset_repairs_location')
      .on(table.tenant_id, table.location_id, table.id)
      .where(sql`location_id is not null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'asset_repairs__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'asset_repairs__asset_id__reference',
      columns: [table.tenant_id, table.asset_id],
      foreignColumns: [assets.tenant_id, assets.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_repairs__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    check('asset_repairs__repair_type__not_allowed_value', isOneOf('repair_type', repairTypes)),
    check('asset_repairs__cost__out_of_range', sql`cost between 0 and 999999999999.99`),
  ],
)
