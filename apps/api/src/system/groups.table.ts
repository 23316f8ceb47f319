import { memberTypes } from '@commonhold/contract'
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
import { archivedAt, bytewise, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { projects } from './projects.table.ts'
import { users } from './users.table.ts'

/** Groups grant permissions to their members; `project_id` limits the permissions to one project. */
export const groups = pgTable(
  'groups',
  {
    ...ownedColumns(),
    project_id: ulid(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    key: bytewise().notNull(),
    description: text(),
    is_builtin: boolean().notNull().default(false),
    permissions: text().array().notNull().default(sql`'{}'`),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'groups_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('groups__name__unique').on(table.tenant_id, table.name_key),
    uniqueIndex('groups__key__unique').on(table.tenant_id, table.key),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'groups__project_id__reference',
      columns: [table.project_id],
      foreignColumns: [projects.id],
    }).onDelete('restrict'),
    // Owners may do everything in the whole tenant; otherwise a tenant could be without an owner.
    check(
      'groups__permissions__not_allowed_value',
      sql`key <> 'owners' or (permissions = '{*}' and project_id is null and archived_at is null)`,
    ),
    index('groups_project').on(table.project_id).where(sql`project_id is not null`),
  ],
)

/** A user or another group as a member of a group. */
export const memberships = pgTable(
  'memberships',
  {
    ...ownedColumns(),
    group_id: ulid().notNull(),
    user_id: ulid(),
    member_group_id: ulid(),
    member_type: oneOf(memberTypes)
      .notNull()
      .generatedAlwaysAs(sql`case when user_id is null then 'group' else 'user' end`),
  },
  (table) => [
    primaryKey({ name: 'memberships_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('memberships__user_id__unique')
      .on(table.tenant_id, table.group_id, table.user_id)
      .where(sql`user_id is not null`),
    uniqueIndex('memberships__member_group_id__unique')
      .on(table.tenant_id, table.group_id, table.member_group_id)
      .where(sql`member_group_id is not null`),
    index('memberships_user').on(table.user_id, table.tenant_id),
    index('memberships_member_group').on(table.tenant_id, table.member_group_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'memberships__group_id__reference',
      columns: [table.tenant_id, table.group_id],
      foreignColumns: [groups.tenant_id, groups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'memberships__member_group_id__reference',
      columns: [table.tenant_id, table.member_group_id],
      foreignColumns: [groups.tenant_id, groups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'memberships__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    check('memberships__member_type__not_allowed_value', isOneOf('member_type', memberTypes)),
    check('memberships__user_id__exactly_one_of', sql`num_nonnulls(user_id, member_group_id) = 1`),
    check('memberships__member_group_id__not_allowed_value', sql`member_group_id <> group_id`),
  ],
)
