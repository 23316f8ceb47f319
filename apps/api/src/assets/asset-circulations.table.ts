import { circulationTypes, trackingTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { persons } from '../census/persons.table.ts'
import { instant, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { locations } from '../locations/locations.table.ts'
import { assetAssignments } from './asset-assignments.table.ts'
import { assets } from './assets.table.ts'

/** The ledger of asset events. Rows are only added. */
export const assetCirculations = pgTable(
  'asset_circulations',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    asset_id: ulid().notNull(),
    /** The asset's tracking type, copied here so that constraints can check the quantity. */
    tracking_type: oneOf(trackingTypes).notNull(),
    circulation_type: oneOf(circulationTypes).notNull(),
    person_id: ulid(),
    location_id: ulid(),
    /** The location that pieces were moved from. */
    from_location_id: ulid(),
    quantity: integer().notNull().default(1),
    /** True if the circulation concerns all pieces; then its location becomes the location of the asset. */
    is_whole: boolean().notNull().default(true),
    occurred_at: instant().notNull().default(sql`now()`),
    notes: text(),
    assignment_id: ulid(),
    correlation_id: ulid().notNull(),
    /** The number of pieces that were added, or removed when negative. */
    quantity_change: integer().notNull().default(0),
    /** The recorded quantity at the location when its pieces were counted. */
    expected_quantity: integer(),
    discrepancy: boolean().notNull().default(false),
  },
  (table) => [
    index('asset_circulations_tenant').on(table.tenant_id, table.id),
    index('asset_circulations_asset').on(table.tenant_id, table.asset_id, table.tracking_type, table.id),
    index('asset_circulations_occurred').on(table.tenant_id, table.occurred_at, table.id),
    index('asset_circulations_correlation').on(table.tenant_id, table.correlation_id, table.id),
    index('asset_circulations_assignment')
      .on(table.tenant_id, table.assignment_id, table.id)
      .where(sql`assignment_id is not null`),
    index('asset_circulations_person')
      .on(table.tenant_id, table.person_id, table.id)
      .where(sql`person_id is not null`),
    index('asset_circulations_location')
      .on(table.tenant_id, table.location_id, table.id)
      .where(sql`location_id is not null`),
    index('asset_circulations_from_location')
      .on(table.tenant_id, table.from_location_id, table.id)
      .where(sql`from_location_id is not null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'asset_circulations__asset_id__reference',
      columns: [table.tenant_id, table.asset_id, table.tracking_type],
      foreignColumns: [assets.tenant_id, assets.id, assets.tracking_type],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_circulations__assignment_id__reference',
      columns: [table.tenant_id, table.assignment_id],
      foreignColumns: [assetAssignments.tenant_id, assetAssignments.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_circulations__person_id__reference',
      columns: [table.tenant_id, table.person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_circulations__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_circulations__from_location_id__reference',
      columns: [table.tenant_id, table.from_location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    check(
      'asset_circulations__circulation_type__not_allowed_value',
      isOneOf('circulation_type', circulationTypes),
    ),
    check(
      'asset_circulations__person_id__required',
      sql`circulation_type <> 'issue' or person_id is not null`,
    ),
    check(
      'asset_circulations__person_id__must_be_null',
      sql`person_id is null or circulation_type in ('issue', 'return')`,
    ),
    check(
      'asset_circulations__location_id__required',
      sql`circulation_type not in ('move', 'receive', 'confirm_location') or location_id is not null`,
    ),
    check(
      'asset_circulations__quantity__out_of_range',
      sql`quantity between case circulation_type when 'confirm_location' then 0 else 1 end and 1000000`,
    ),
    check(
      'asset_circulations__quantity__quantity_must_be_one',
      sql`tracking_type <> 'serialized' or quantity = 1`,
    ),
    check(
      'asset_circulations__discrepancy__not_allowed_value',
      sql`circulation_type = 'confirm_location' or not discrepancy`,
    ),
  ],
)
