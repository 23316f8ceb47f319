import { type IssueFieldType, issueFieldReferences, issueFieldTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { assets } from '../../assets/assets.table.ts'
import { persons } from '../../census/persons.table.ts'
import { configurationItems } from '../../cmdb/configuration-items.table.ts'
import { inNameOrder } from '../../db/collation.ts'
import { bytewise, day, instant, isOneOf, oneOf, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { locations } from '../../locations/locations.table.ts'
import type { UnkeyedReference } from '../../store/referring-columns.ts'
import { groups } from '../../system/groups.table.ts'
import { issueFieldOptions, issueFields } from '../configuration/issue-fields.table.ts'
import { issues } from './issues.table.ts'

const tenantId = () => ulid().notNull().default(sql`current_setting('app.tenant_id')`)

/** The labels of issues. */
export const issueLabels = pgTable(
  'issue_labels',
  { tenant_id: tenantId(), issue_id: ulid().notNull(), label: text().notNull() },
  (table) => [
    primaryKey({ name: 'issue_labels_pkey', columns: [table.tenant_id, table.issue_id, table.label] }),
    index('issue_labels_label').on(table.tenant_id, table.label, table.issue_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_labels__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
  ],
)

/** The assets that issues concern. */
export const issueAssets = pgTable(
  'issue_assets',
  { tenant_id: tenantId(), issue_id: ulid().notNull(), asset_id: ulid().notNull() },
  (table) => [
    primaryKey({ name: 'issue_assets_pkey', columns: [table.tenant_id, table.issue_id, table.asset_id] }),
    index('issue_assets_asset').on(table.tenant_id, table.asset_id, table.issue_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_assets__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_assets__asset_id__reference',
      columns: [table.tenant_id, table.asset_id],
      foreignColumns: [assets.tenant_id, assets.id],
    }).onDelete('restrict'),
  ],
)

/** The configuration items that issues concern. */
export const issueConfigurationItems = pgTable(
  'issue_configuration_items',
  { tenant_id: tenantId(), issue_id: ulid().notNull(), configuration_item_id: ulid().notNull() },
  (table) => [
    primaryKey({
      name: 'issue_configuration_items_pkey',
      columns: [table.tenant_id, table.issue_id, table.configuration_item_id],
    }),
    index('issue_configuration_items_item').on(table.tenant_id, table.configuration_item_id, table.issue_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_configuration_items__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_configuration_items__configuration_item_id__reference',
      columns: [table.tenant_id, table.configuration_item_id],
      foreignColumns: [configurationItems.tenant_id, configurationItems.id],
    }).onDelete('restrict'),
  ],
)

/** Issues that other issues name in their details and custom fields. They cannot be deleted while they are named. */
export const issueMentions = pgTable(
  'issue_mentions',
  { tenant_id: tenantId(), issue_id: ulid().notNull(), named_id: ulid().notNull() },
  (table) => [
    primaryKey({ name: 'issue_mentions_pkey', columns: [table.tenant_id, table.issue_id, table.named_id] }),
    index('issue_mentions_named').on(table.tenant_id, table.named_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_mentions__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_mentions__named_id__reference',
      columns: [table.tenant_id, table.named_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('restrict'),
  ],
)

/** Keys that issues had in former projects. The key of a project can be reused, so several issues may have had the same key. */
export const issueFormerKeys = pgTable(
  'issue_former_keys',
  { tenant_id: tenantId(), key: bytewise().notNull(), issue_id: ulid().notNull() },
  (table) => [
    primaryKey({ name: 'issue_former_keys_pkey', columns: [table.tenant_id, table.key, table.issue_id] }),
    index('issue_former_keys_issue').on(table.tenant_id, table.issue_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_former_keys__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
  ],
)

/** Former parties of issues, from dropped months of the audit log: users, and persons who were requesters. */
export const issueFormerParties = pgTable(
  'issue_former_parties',
  {
    tenant_id: tenantId(),
    issue_id: ulid().notNull(),
    /** The member that named the party, with the name that the history uses. */
    field: bytewise().notNull(),
    party_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'issue_former_parties_pkey',
      columns: [table.tenant_id, table.issue_id, table.field, table.party_id],
    }),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_former_parties__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
  ],
)

/** Types of fields whose values are free texts. `text_value` of other types contains keys and ids. */
export const freeTextTypes: readonly IssueFieldType[] = ['text', 'url', 'email']

/**
 * Values of custom fields, so that lists can filter by them: one row for each value, in the column of its type. Responses
 * contain the copy in `custom_fields` of the issue.
 */
export const issueFieldValues = pgTable(
  'issue_field_values',
  {
    tenant_id: tenantId(),
    issue_id: ulid().notNull(),
    field_id: ulid().notNull(),
    field_type: oneOf(issueFieldTypes).notNull(),
    ordinal: integer().notNull().default(0),
    text_value: bytewise(),
    /** The record that the value names. Its store counts these references before it deletes the record. */
    record_id: ulid().generatedAlwaysAs(
      sql`case when ${isOneOf('field_type', issueFieldReferences)} then text_value end`,
    ),
    /** The key of the chosen option, if the field has options. `text_value` contains the same key. */
    option_key: bytewise(),
    number_value: doublePrecision(),
    boolean_value: boolean(),
    date_value: day(),
    time_value: instant(),
  },
  (table) => [
    primaryKey({
      name: 'issue_field_values_pkey',
      columns: [table.tenant_id, table.issue_id, table.field_id, table.ordinal],
    }),
    index('issue_field_values_field').on(table.field_id, table.field_type),
    index('issue_field_values_option')
      .on(table.field_id, table.option_key)
      .where(sql`option_key is not null`),
    /** Partial indexes, because a row has a value in only one of these columns. */
    ...(['text', 'number', 'boolean', 'date', 'time'] as const).map((kind) => {
      const column = table[`${kind}_value`]
      return index(`issue_field_values_${kind}`)
        .on(table.tenant_id, table.field_id, column, table.issue_id)
        .where(sql`${column} is not null`)
    }),
    /** Free texts, sorted like names, for lists that are sorted by a custom field. */
    index('issue_field_values_name')
      .on(table.tenant_id, table.field_id, inNameOrder(table.text_value), table.issue_id)
      .where(sql`text_value is not null and ${isOneOf('field_type', freeTextTypes)}`),
    index('issue_field_values_record').on(table.tenant_id, table.record_id).where(sql`record_id is not null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_field_values__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_field_values__field_id__reference',
      columns: [table.field_id, table.field_type],
      foreignColumns: [issueFields.id, issueFields.type],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_field_values__option_key__reference',
      columns: [table.field_id, table.option_key],
      foreignColumns: [issueFieldOptions.field_id, issueFieldOptions.key],
    }).onDelete('restrict'),
    check('issue_field_values__field_type__not_allowed_value', isOneOf('field_type', issueFieldTypes)),
  ],
)

/** The references of custom fields to records. They have no foreign key, because the records are in several tables. */
export const recordsInFieldValues: UnkeyedReference = {
  column: issueFieldValues.record_id,
  tables: [assets, configurationItems, groups, locations, persons],
}
