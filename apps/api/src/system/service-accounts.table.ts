import { sql } from 'drizzle-orm'
import { check, cidr, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  archivedAt,
  bytewise,
  instant,
  ownedColumns,
  recordColumns,
  tenantColumn,
  ulid,
} from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { users } from './users.table.ts'

/** Service accounts. Each is also a user of the kind `service` with the same id; this table contains its tenant. */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    ...ownedColumns(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    description: text(),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'service_accounts_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('service_accounts__name__unique').on(table.tenant_id, table.name_key),
    tenantReference(table.tenant_id),
    index('service_accounts_user').on(table.id),
    foreignKey({
      name: 'service_accounts__id__reference',
      columns: [table.id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
  ],
)

/** The columns of an API key that responses may contain. */
export const apiKeyColumns = () => ({
  tenant_id: tenantColumn(),
  ...recordColumns(),
  user_id: ulid().notNull(),
  name: text().notNull(),
  scopes: text().array().notNull(),
  allowed_networks: cidr().array().notNull().default(sql`'{}'`),
  expires_at: instant().notNull(),
  /** The time until which the former secret is accepted after a rotation. */
  former_secret_expires_at: instant(),
  last_used_at: instant(),
  /** When the key was deleted. The row remains, so that the audit log can name the reason if somebody uses the key. */
  revoked_at: instant(),
})

/** API keys. `commonhold_authorize_caller` reads them before a tenant is selected; it runs as the owner of the table. */
export const apiKeys = pgTable(
  'api_keys',
  {
    ...apiKeyColumns(),
    /** SHA-256 of the key as it is sent. */
    secret_hash: bytewise().notNull(),
    former_secret_hash: bytewise(),
  },
  (table) => [
    primaryKey({ name: 'api_keys_pkey', columns: [table.tenant_id, table.id] }),
    index('api_keys_id').on(table.id),
    index('api_keys_user').on(table.user_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'api_keys__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    check(
      'api_keys__former_secret_expires_at__required',
      sql`(former_secret_hash is null) = (former_secret_expires_at is null)`,
    ),
  ],
)
