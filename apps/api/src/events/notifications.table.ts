import { mailTimes, notificationKinds } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { assets } from '../assets/assets.table.ts'
import { instant, isOneOf, oneOf, recordColumns, tenantColumn, transactionId, ulid } from '../db/columns.ts'
import { tenantReference, tenants } from '../db/tenants.table.ts'
import { users } from '../system/users.table.ts'
import { issues } from '../work/issues/issues.table.ts'

/** Notifications of users about changes by others, or about due dates. At most one for each user, issue or asset, and request. */
export const notifications = pgTable(
  'notifications',
  {
    tenant_id: tenantColumn(),
    ...recordColumns(),
    user_id: ulid().notNull(),
    kind: oneOf(notificationKinds).notNull(),
    issue_id: ulid(),
    asset_id: ulid(),
    /** True if it is about an internal comment. */
    is_internal: boolean().notNull(),
    event_id: ulid().notNull(),
    request_id: text().notNull(),
    actor_id: ulid(),
    actor_name: text(),
    read_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'notifications_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('notifications__request_id__unique').on(
      table.tenant_id,
      table.user_id,
      table.issue_id,
      table.request_id,
    ),
    index('notifications_user').on(table.user_id),
    index('notifications_of_user').on(table.tenant_id, table.user_id, table.id),
    index('notifications_issue').on(table.tenant_id, table.issue_id),
    uniqueIndex('notifications__asset_id__unique')
      .on(table.tenant_id, table.asset_id, table.user_id, table.request_id)
      .where(sql`asset_id is not null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'notifications__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notifications__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notifications__asset_id__reference',
      columns: [table.tenant_id, table.asset_id],
      foreignColumns: [assets.tenant_id, assets.id],
    }).onDelete('cascade'),
    check('notifications__issue_id__exactly_one_of', sql`num_nonnulls(issue_id, asset_id) = 1`),
    check('notifications__kind__not_allowed_value', isOneOf('kind', notificationKinds)),
  ],
)

/** Which notifications users get by mail; `id` is the user's. A user who never changed anything has no row. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    ...recordColumns(),
    id: ulid().primaryKey(),
    assigned: oneOf(mailTimes).notNull().default('at_once'),
    approval_requested: oneOf(mailTimes).notNull().default('at_once'),
    mentioned: oneOf(mailTimes).notNull().default('at_once'),
    due: oneOf(mailTimes).notNull().default('at_once'),
    watched: oneOf(mailTimes).notNull().default('daily'),
  },
  (table) => [
    foreignKey({
      name: 'notification_preferences__id__reference',
      columns: [table.id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    ...notificationKinds.map((kind) =>
      check(`notification_preferences__${kind}__not_allowed_value`, isOneOf(kind, mailTimes)),
    ),
  ],
)

/** How far the log of each tenant was read for notifications. */
export const notificationCursors = pgTable(
  'notification_cursors',
  {
    tenant_id: ulid().primaryKey(),
    xid: transactionId().notNull(),
    id: ulid().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'notification_cursors__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)
