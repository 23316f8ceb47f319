import { webhookDeliveryStatuses } from '@commonhold/contract'
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  bytewise,
  instant,
  isOneOf,
  oneOf,
  recordColumns,
  tenantColumn,
  transactionId,
  ulid,
} from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'

/** The columns of an endpoint that responses may contain. */
export const endpointColumns = () => ({
  tenant_id: tenantColumn(),
  ...recordColumns(),
  url: text().notNull(),
  types: text().array().notNull(),
  enabled: boolean().notNull(),
  description: text(),
  failing_since: instant(),
  former_secret_expires_at: instant(),
})

/** URLs to which events are sent. `commonhold_webhooks_behind` reads them in all tenants, as the owner of the table. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    ...endpointColumns(),
    /** Stored in plain text, because it is needed to sign requests. */
    secret: bytewise().notNull(),
    former_secret: bytewise(),
    /** The entry of the log up to which deliveries were made. */
    cursor_xid: transactionId().notNull(),
    cursor_id: ulid().notNull(),
    /** Tries that failed since the last success. */
    failures: integer().notNull().default(0),
    /** Nothing is sent before this time, because the receiver has failed repeatedly. */
    held_until: instant(),
  },
  (table) => [
    primaryKey({ name: 'webhook_endpoints_pkey', columns: [table.tenant_id, table.id] }),
    index('webhook_endpoints_enabled').on(table.tenant_id).where(sql`enabled`),
    tenantReference(table.tenant_id),
    check(
      'webhook_endpoints__former_secret_expires_at__required',
      sql`(former_secret is null) = (former_secret_expires_at is null)`,
    ),
  ],
)

/** The columns of a delivery that responses may contain. */
export const deliveryColumns = () => ({
  tenant_id: tenantColumn(),
  ...recordColumns(),
  endpoint_id: ulid().notNull(),
  event_id: ulid().notNull(),
  event_type: bytewise().notNull(),
  is_test: boolean().notNull().default(false),
  status: oneOf(webhookDeliveryStatuses).notNull().default('waiting'),
  tries: integer().notNull().default(0),
  next_try_at: instant(),
  last_try_at: instant(),
  response_status: integer(),
  failure: text(),
})

/** Deliveries of events: one row for each event and endpoint. A function that runs as the owner of the table deletes old ones. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    ...deliveryColumns(),
    /** The body as it is sent, the same for every try. */
    payload: text().notNull(),
  },
  (table) => [
    primaryKey({ name: 'webhook_deliveries_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('webhook_deliveries__event_id__unique').on(
      table.tenant_id,
      table.endpoint_id,
      table.event_id,
    ),
    index('webhook_deliveries_created').on(table.created_at),
    index('webhook_deliveries_waiting').on(table.tenant_id, table.endpoint_id).where(sql`status = 'waiting'`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'webhook_deliveries__endpoint_id__reference',
      columns: [table.tenant_id, table.endpoint_id],
      foreignColumns: [webhookEndpoints.tenant_id, webhookEndpoints.id],
    }).onDelete('cascade'),
    check('webhook_deliveries__status__not_allowed_value', isOneOf('status', webhookDeliveryStatuses)),
  ],
)
