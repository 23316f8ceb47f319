import { type IssueFieldOption, issueFieldReferences, issueFieldTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  bytewise,
  decimal,
  isOneOf,
  type JsonValue,
  json,
  oneOf,
  ownedColumns,
  tenantColumn,
  ulid,
} from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { issueTypes } from './issue-types.table.ts'

/** The fields of issues that screens and transitions can refer to: built-in members and custom fields. */
export const issueFields = pgTable(
  'issue_fields',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    type: oneOf(issueFieldTypes).notNull(),
    /** True for a built-in member of issues, which cannot be deleted. */
    is_system: boolean().notNull().default(false),
    /** The path of the value in an issue: `due_date`, `details.impact`, `custom_fields.room`. */
    path: bytewise().notNull(),
    is_required: boolean().notNull().default(false),
    is_unique: boolean().notNull().default(false),
    is_searchable: boolean().notNull().default(false),
    default_value: json<JsonValue>(),
    options: json<IssueFieldOption[]>().notNull().default(sql`'[]'`),
    minimum: decimal(),
    maximum: decimal(),
    min_length: integer(),
    max_length: integer(),
    pattern: text(),
    /** The kind of records that a value refers to. */
    reference_type: oneOf(issueFieldReferences).generatedAlwaysAs(
      sql`case when ${isOneOf('type', issueFieldReferences)} then type end`,
    ),
    json_schema: json<Record<string, JsonValue>>(),
    /** Types whose issues have the field; empty = all types. `issue_field_issue_types` stores them as references. */
    issue_type_ids: text().array().notNull().default(sql`'{}'`),
    position: integer().notNull().default(100),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('issue_fields__key__unique').on(table.tenant_id, table.key),
    index('issue_fields_tenant').on(table.tenant_id, table.id),
    index('issue_fields_position').on(table.tenant_id, table.position, table.id),
    /** Foreign keys refer to these columns, so that the parts of a field belong to its tenant. */
    unique('issue_fields_owner').on(table.id, table.tenant_id),
    /** The foreign key of stored values refers to these columns: values contain the type besides the id. */
    unique('issue_fields_held').on(table.id, table.type),
    tenantReference(table.tenant_id),
    check('issue_fields__type__not_allowed_value', isOneOf('type', issueFieldTypes)),
    check('issue_fields__reference_type__not_allowed_value', isOneOf('reference_type', issueFieldReferences)),
    check('issue_fields__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check('issue_fields__path__not_allowed_value', sql`is_system or path = 'custom_fields.' || key`),
    check('issue_fields__minimum__out_of_range', sql`minimum <= maximum`),
    check('issue_fields__min_length__out_of_range', sql`min_length <= max_length`),
    check(
      'issue_fields__options__not_allowed_value',
      sql`type in ('select', 'multi_select') or options = '[]'`,
    ),
  ],
)

/** References of fields to types: a type cannot be deleted while a field refers to it. */
export const issueFieldIssueTypes = pgTable(
  'issue_field_issue_types',
  {
    tenant_id: tenantColumn(),
    field_id: ulid().notNull(),
    issue_type_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'issue_field_issue_types_pkey',
      columns: [table.tenant_id, table.field_id, table.issue_type_id],
    }),
    index('issue_field_issue_types_type').on(table.issue_type_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_field_issue_types__field_id__reference',
      columns: [table.tenant_id, table.field_id],
      foreignColumns: [issueFields.tenant_id, issueFields.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_field_issue_types__issue_type_id__reference',
      columns: [table.issue_type_id],
      foreignColumns: [issueTypes.id],
    }).onDelete('restrict'),
  ],
)

/** The options of a field. Values refer to them, so an option in use cannot be deleted. */
export const issueFieldOptions = pgTable(
  'issue_field_options',
  {
    id: ulid().primaryKey(),
    tenant_id: tenantColumn(),
    field_id: ulid().notNull(),
    key: bytewise().notNull(),
  },
  (table) => [
    unique('issue_field_options__key__unique').on(table.field_id, table.key),
    index('issue_field_options_field').on(table.tenant_id, table.field_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_field_options__field_id__reference',
      columns: [table.tenant_id, table.field_id],
      foreignColumns: [issueFields.tenant_id, issueFields.id],
    }).onDelete('cascade'),
  ],
)
