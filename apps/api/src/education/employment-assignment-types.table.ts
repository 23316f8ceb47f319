import { assignmentClassifications } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytewise, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'

/** Roles that employees are assigned to. All tenants share the roles of the root tenant. */
export const employmentAssignmentTypes = pgTable(
  'employment_assignment_types',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    description: text(),
    classification: oneOf(assignmentClassifications).notNull().default('other'),
    position: integer().notNull().default(100),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('employment_assignment_types__key__unique').on(table.tenant_id, table.key),
    uniqueIndex('employment_assignment_types__name__unique').on(table.tenant_id, table.name_key),
    index('employment_assignment_types_tenant').on(table.tenant_id, table.id),
    index('employment_assignment_types_position').on(table.tenant_id, table.position, table.id),
    tenantReference(table.tenant_id),
    check('employment_assignment_types__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check(
      'employment_assignment_types__classification__not_allowed_value',
      isOneOf('classification', assignmentClassifications),
    ),
  ],
)
