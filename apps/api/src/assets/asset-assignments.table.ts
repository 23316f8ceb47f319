import { assignmentEndReasons, trackingTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { persons } from '../census/persons.table.ts'
import { day, instant, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { locations } from '../locations/locations.table.ts'
import { assets } from './assets.table.ts'

/** Assignments: from which day to which day a person or a location has an asset. An assignment without an end is open. */
export const assetAssignments = pgTable(
  'asset_assignments',
  {
    ...ownedColumns(),
    asset_id: ulid().notNull(),
    /** The asset's tracking type, copied here so that a unique index can limit a serialized asset to one open assignment. */
    tracking_type: oneOf(trackingTypes).notNull(),
    person_id: ulid(),
    location_id: ulid(),
    quantity: integer().notNull().default(1),
    start_date: day().notNull().default(sql`current_date`),
    end_date: day(),
    expected_return_date: day(),
    notes: text(),
    end_reason: oneOf(assignmentEndReasons),
    closed_at: instant(),
    closed_by: ulid(),
    correlation_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({ name: 'asset_assignments_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('asset_assignments__asset_id__unique')
      .on(table.tenant_id, table.asset_id)
      .where(sql`closed_at is null and tracking_type = 'serialized'`),
    index('asset_assignments_asset').on(table.tenant_id, table.asset_id, table.tracking_type, table.id),
    index('asset_assignments_person')
      .on(table.tenant_id, table.person_id, table.id)
      .where(sql`person_id is not null`),
    index('asset_assignments_location')
      .on(table.tenant_id, table.location_id, table.id)
      .where(sql`location_id is not null`),
    index('asset_assignments_due')
      .on(table.tenant_id, table.expected_return_date, table.id)
      .where(sql`closed_at is null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'asset_assignments__asset_id__reference',
      columns: [table.tenant_id, table.asset_id, table.tracking_type],
      foreignColumns: [assets.tenant_id, assets.id, assets.tracking_type],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_assignments__person_id__reference',
      columns: [table.tenant_id, table.person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'asset_assignments__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    check('asset_assignments__person_id__exactly_one_of', sql`num_nonnulls(person_id, location_id) = 1`),
    check('asset_assignments__quantity__out_of_range', sql`quantity between 1 and 1000000`),
    check(
      'asset_assignments__quantity__quantity_must_be_one',
      sql`tracking_type <> 'serialized' or quantity = 1`,
    ),
    check('asset_assignments__end_date__out_of_range', sql`end_date >= start_date`),
    check('asset_assignments__end_date__required', sql`(end_date is null) = (closed_at is null)`),
    check('asset_assignments__expected_return_date__out_of_range', sql`expected_return_date >= start_date`),
    check('asset_assignments__end_reason__not_allowed_value', isOneOf('end_reason', assignmentEndReasons)),
    check('asset_assignments__end_reason__required', sql`(end_reason is null) = (closed_at is null)`),
  ],
)
