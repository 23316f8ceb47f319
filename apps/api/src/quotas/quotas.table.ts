import { sql } from 'drizzle-orm'
import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytewise, instant, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'

/**
 * How much of each quota a tenant uses, and the limits that operators have set. Each instance reads the rows of all tenants
 * together, so access is restricted by grants, not by policies.
 */
export const tenantQuotas = pgTable(
  'tenant_quotas',
  {
    tenant_id: ulid().notNull(),
    name: bytewise().notNull(),
    /** True if an operator has set `most`; otherwise the limit of the installation applies. */
    is_set: boolean().notNull().default(false),
    /** The limit that an operator has set; null = none. */
    most: bigint({ mode: 'number' }),
    used: bigint({ mode: 'number' }).notNull().default(0),
    /** For a rate: the start of the hour or day in which `used` was counted. */
    since: instant(),
    counted_at: instant(),
    /** The share of the limit, in per cent, that was logged last: 0, 80 or 100. */
    reported_share: integer().notNull().default(0),
    /** True when the limit is reached. */
    is_reached: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'tenant_quotas_pkey', columns: [table.tenant_id, table.name] }),
    index('tenant_quotas_reached').on(table.tenant_id).where(sql`is_reached`),
    index('tenant_quotas_reported').on(table.name).where(sql`reported_share > 0`),
    foreignKey({
      name: 'tenant_quotas__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)
