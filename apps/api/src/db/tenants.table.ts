import { getTableName, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { archivedAt, bytewise, recordColumns, ulid } from './columns.ts'

export const tenants = pgTable(
  'tenants',
  {
    ...recordColumns(),
    id: ulid().primaryKey(),
    name: text().notNull(),
    slug: bytewise().notNull(),
    description: text(),
    is_root: boolean().notNull().default(false),
    timezone: text().notNull().default('UTC'),
    locale: text().notNull().default('en'),
    /** The group of owners, created with the tenant. No foreign key, because groups are visible in one tenant at a time. */
    users_group_id: ulid(),
    archived_at: archivedAt(),
  },
  (table) => [
    unique('tenants__slug__unique').on(table.slug),
    check('tenants__is_root__not_allowed_value', sql`not is_root or archived_at is null`),
    index('tenants_root').on(table.is_root).where(sql`is_root`),
  ],
)

/** The foreign key of a `tenant_id`: a tenant that has records cannot be deleted. */
export const tenantReference = <Table extends string>(tenantId: AnyPgColumn<{ tableName: Table }>) =>
  foreignKey({
    name: `${getTableName(tenantId.table)}__tenant_id__reference`,
    columns: [tenantId],
    foreignColumns: [tenants.id],
  }).onDelete('restrict')
