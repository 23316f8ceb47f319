import { boolean, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'
import { users } from './users.table.ts'

/**
 * The permissions of a group's members, from the group itself and from the groups that contain it. Archived groups have no rows.
 * `project_id` is '' for permissions in the whole tenant: each group has that row. Like `groupMembers` it is computed in the
 * transaction that changes groups or memberships. `commonhold_authorize_caller` reads it before a tenant is selected, so it has
 * no row level security.
 */
export const groupGrants = pgTable(
  'group_grants',
  {
    tenant_id: ulid().notNull(),
    group_id: ulid().notNull(),
    project_id: ulid().notNull().default(''),
    permissions: text().array().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'group_grants_pkey',
      columns: [table.tenant_id, table.group_id, table.project_id],
    }),
    foreignKey({
      name: 'group_grants__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)

/** The groups of each user, copied from the memberships so that they can be read whichever tenant is selected. */
export const groupMembers = pgTable(
  'group_members',
  {
    user_id: ulid().notNull(),
    tenant_id: ulid().notNull(),
    group_id: ulid().notNull(),
    member_since: instant().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'group_members_pkey',
      columns: [table.tenant_id, table.user_id, table.group_id],
    }),
    index('group_members_user').on(table.user_id, table.tenant_id),
    foreignKey({
      name: 'group_members__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'group_members__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)

/**
 * The tenants that each user belongs to or has left. A user belongs to a tenant while a group that is not archived has the
 * user as a member. Tenants that the user has left are listed because records of the user may remain there.
 */
export const userTenants = pgTable(
  'user_tenants',
  {
    user_id: ulid().notNull(),
    tenant_id: ulid().notNull(),
    is_member: boolean().notNull().default(false),
    /** When the user last selected the tenant. A sign-in starts in the tenant that was selected last. */
    selected_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'user_tenants_pkey', columns: [table.user_id, table.tenant_id] }),
    index('user_tenants_tenant').on(table.tenant_id, table.is_member, table.user_id),
    foreignKey({
      name: 'user_tenants__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'user_tenants__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)
