import { ciTypes, criticalities, environments, itemStatuses } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { assets } from '../assets/assets.table.ts'
import { persons } from '../census/persons.table.ts'
import { archivedAt, bytewise, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { locations } from '../locations/locations.table.ts'
import { groups } from '../system/groups.table.ts'

export const configurationItems = pgTable(
  'configuration_items',
  {
    ...ownedColumns(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    ci_type: oneOf(ciTypes),
    description: text(),
    status: oneOf(itemStatuses).notNull().default('active'),
    criticality: oneOf(criticalities),
    environment: oneOf(environments),
    product_version: text(),
    external_id: bytewise(),
    asset_id: ulid(),
    location_id: ulid(),
    owner_group_id: ulid(),
    owner_person_id: ulid(),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'configuration_items_pkey', columns: [table.tenant_id, table.id] }),
    // Names are unique within a type, and among the items without a type.
    unique('configuration_items__name__unique')
      .on(table.tenant_id, table.ci_type, table.name_key)
      .nullsNotDistinct(),
    index('configuration_items_archived').on(table.tenant_id, table.id).where(sql`archived_at is not null`),
    index('configuration_items_status').on(table.tenant_id, table.status, table.id),
    index('configuration_items_external').on(table.tenant_id, table.external_id),
    index('configuration_items_asset').on(table.tenant_id, table.asset_id, table.id),
    index('configuration_items_location').on(table.tenant_id, table.location_id, table.id),
    index('configuration_items_owner_group').on(table.tenant_id, table.owner_group_id, table.id),
    index('configuration_items_owner_person').on(table.tenant_id, table.owner_person_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'configuration_items__asset_id__reference',
      columns: [table.tenant_id, table.asset_id],
      foreignColumns: [assets.tenant_id, assets.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'configuration_items__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'configuration_items__owner_group_id__reference',
      columns: [table.tenant_id, table.owner_group_id],
      foreignColumns: [groups.tenant_id, groups.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'configuration_items__owner_person_id__reference',
      columns: [table.tenant_id, table.owner_person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('restrict'),
    check('configuration_items__ci_type__not_allowed_value', isOneOf('ci_type', ciTypes)),
    check('configuration_items__status__not_allowed_value', isOneOf('status', itemStatuses)),
    check('configuration_items__criticality__not_allowed_value', isOneOf('criticality', criticalities)),
    check('configuration_items__environment__not_allowed_value', isOneOf('environment', environments)),
  ],
)
