import { issueSubtypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytewise, isOneOf, oneOf, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { issueScreens } from './issue-screens.table.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** The types of issues. The types of the root tenant are shared by all tenants. */
export const issueTypes = pgTable(
  'issue_types',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    /** Determines the details of the issues of the type. */
    subtype: oneOf(issueSubtypes).notNull(),
    icon: text(),
    color: text(),
    position: integer().notNull().default(100),
    /** True for the default type. A tenant's own default takes precedence over the shared default. */
    is_default: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    workflow_id: ulid().notNull(),
    create_screen_id: ulid(),
    edit_screen_id: ulid(),
    /** -1 = part of another issue, 0 = standard, 1 = contains other issues. */
    hierarchy_level: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('issue_types__key__unique').on(table.tenant_id, table.key),
    uniqueIndex('issue_types__is_default__unique').on(table.tenant_id).where(sql`is_default`),
    index('issue_types_tenant').on(table.tenant_id, table.id),
    index('issue_types_position').on(table.tenant_id, table.position, table.id),
    index('issue_types_workflow').on(table.workflow_id),
    index('issue_types_create_screen').on(table.create_screen_id),
    index('issue_types_edit_screen').on(table.edit_screen_id),
    /**
     * The foreign key of issues refers to these columns: issues contain the key, the subtype and the workflow besides the id.
     */
    unique('issue_types_followed').on(table.id, table.key, table.subtype, table.workflow_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_types__workflow_id__reference',
      columns: [table.workflow_id],
      foreignColumns: [issueWorkflows.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_types__create_screen_id__reference',
      columns: [table.create_screen_id],
      foreignColumns: [issueScreens.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_types__edit_screen_id__reference',
      columns: [table.edit_screen_id],
      foreignColumns: [issueScreens.id],
    }).onDelete('restrict'),
    check('issue_types__subtype__not_allowed_value', isOneOf('subtype', issueSubtypes)),
    check('issue_types__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check('issue_types__is_active__not_allowed_value', sql`is_active or not is_default`),
    check('issue_types__hierarchy_level__out_of_range', sql`hierarchy_level between -1 and 1`),
  ],
)
