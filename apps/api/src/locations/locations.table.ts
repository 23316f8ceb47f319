import type { Address } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { idAfterName, inNameOrder } from '../db/collation.ts'
import { archivedAt, decimal, ownedColumns, tenantColumn, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { locationTypes } from './location-types.table.ts'

/** Locations form a tree; a location without a parent is at the root. */
export const locations = pgTable(
  'locations',
  {
    ...ownedColumns(),
    parent_id: ulid(),
    type_id: ulid().notNull(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    code: text(),
    address: jsonb().$type<Address>().notNull(),
    timezone: text(),
    latitude: decimal(),
    longitude: decimal(),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'locations_pkey', columns: [table.tenant_id, table.id] }),
    // Names are unique among siblings. Locations without a parent are siblings, too.
    unique('locations__name__unique').on(table.tenant_id, table.parent_id, table.name_key).nullsNotDistinct(),
    index('locations_name').on(table.tenant_id, inNameOrder(table.name), idAfterName(table.id)),
    index('locations_name_key').on(table.tenant_id, table.name_key),
    index('locations_code').on(table.tenant_id, table.code).where(sql`code is not null`),
    index('locations_type').on(table.type_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'locations__parent_id__reference',
      columns: [table.tenant_id, table.parent_id],
      foreignColumns: [table.tenant_id, table.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'locations__type_id__reference',
      columns: [table.type_id],
      foreignColumns: [locationTypes.id],
    }).onDelete('restrict'),
    check('locations__parent_id__not_allowed_value', sql`parent_id <> id`),
    check('locations__address__invalid_type', sql`jsonb_typeof(address) = 'object'`),
    check('locations__latitude__out_of_range', sql`latitude between -90 and 90`),
    check('locations__longitude__out_of_range', sql`longitude between -180 and 180`),
    check('locations__longitude__required', sql`(latitude is null) = (longitude is null)`),
  ],
)

/**
 * Every location with itself and each of its ancestors, updated in the transaction that changes the tree, so that the
 * descendants of a location are one range of an index. `distance` counts the levels between the two.
 */
export const locationAncestors = pgTable(
  'location_ancestors',
  {
    tenant_id: tenantColumn(),
    location_id: ulid().notNull(),
    ancestor_id: ulid().notNull(),
    distance: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'location_ancestors_pkey',
      columns: [table.tenant_id, table.location_id, table.ancestor_id],
    }),
    index('location_ancestors_below').on(table.tenant_id, table.ancestor_id, table.location_id),
    foreignKey({
      name: 'location_ancestors__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'location_ancestors__ancestor_id__reference',
      columns: [table.tenant_id, table.ancestor_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('cascade'),
    // The deepest location has nineteen ancestors.
    check('location_ancestors__distance__out_of_range', sql`distance between 0 and 19`),
  ],
)
