import { boolean, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type JsonValue, json, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { issueFields } from './issue-fields.table.ts'
import { issueScreens } from './issue-screens.table.ts'

/** The fields of a screen, with the settings of each. */
export const issueScreenFields = pgTable(
  'issue_screen_fields',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    screen_id: ulid().notNull(),
    field_id: ulid().notNull(),
    tab: text(),
    position: integer().notNull().default(100),
    is_required: boolean().notNull().default(false),
    is_read_only: boolean().notNull().default(false),
    /** True if the field is not shown and cannot be written. It keeps its value. */
    is_hidden: boolean().notNull().default(false),
    /** True if a field that is required on create is also required on change. */
    enforce_on_update: boolean().notNull().default(false),
    default_value: json<JsonValue>(),
    help_text: text(),
  },
  (table) => [
    uniqueIndex('issue_screen_fields__field_id__unique').on(table.tenant_id, table.screen_id, table.field_id),
    index('issue_screen_fields_tenant').on(table.tenant_id, table.id),
    index('issue_screen_fields_position').on(table.tenant_id, table.position, table.id),
    index('issue_screen_fields_field').on(table.field_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_screen_fields__screen_id__reference',
      columns: [table.tenant_id, table.screen_id],
      foreignColumns: [issueScreens.tenant_id, issueScreens.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_screen_fields__field_id__reference',
      columns: [table.field_id],
      foreignColumns: [issueFields.id],
    }).onDelete('restrict'),
  ],
)
