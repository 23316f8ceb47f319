import { relationshipTypes } from '@commonhold/contract'
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
import { isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { configurationItems } from './configuration-items.table.ts'

/** Relationships of configuration items: one row each, visible from both ends. */
export const relationships = pgTable(
  'relationships',
  {
    ...ownedColumns(),
    source_id: ulid().notNull(),
    target_id: ulid().notNull(),
    relationship_type: oneOf(relationshipTypes).notNull(),
    description: text(),
    weight: integer().notNull().default(10),
  },
  (table) => [
    primaryKey({ name: 'relationships_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('relationships__target_id__unique').on(
      table.tenant_id,
      table.source_id,
      table.relationship_type,
      table.target_id,
    ),
    // `relates_to` has no direction, so it is the same from either end.
    uniqueIndex('relationships__relationship_type__unique')
      .on(table.tenant_id, sql`least(source_id, target_id)`, sql`greatest(source_id, target_id)`)
      .where(sql`relationship_type = 'relates_to'`),
    index('relationships_source').on(table.tenant_id, table.source_id, table.id),
    // Covering indexes: they contain all columns that an impact reads.
    index('relationships_into').on(
      table.tenant_id,
      table.target_id,
      table.relationship_type,
      table.source_id,
      table.weight,
    ),
    index('relationships_from').on(
      table.tenant_id,
      table.source_id,
      table.relationship_type,
      table.target_id,
      table.weight,
    ),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'relationships__source_id__reference',
      columns: [table.tenant_id, table.source_id],
      foreignColumns: [configurationItems.tenant_id, configurationItems.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'relationships__target_id__reference',
      columns: [table.tenant_id, table.target_id],
      foreignColumns: [configurationItems.tenant_id, configurationItems.id],
    }).onDelete('restrict'),
    check('relationships__target_id__not_allowed_value', sql`source_id <> target_id`),
    check('relationships__weight__out_of_range', sql`weight between 1 and 10`),
    check(
      'relationships__relationship_type__not_allowed_value',
      isOneOf('relationship_type', relationshipTypes),
    ),
  ],
)
