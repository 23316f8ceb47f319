import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { Store } from '../store/store.ts'
import { deliveryColumns, endpointColumns } from './webhooks.table.ts'

/** The members of an endpoint that requests can set. */
export const chosenMembers = ['url', 'types', 'enabled', 'description'] as const

/** The store of endpoints, without the columns that must never leave the database. */
export const webhookEndpointStore = new Store({
  table: pgTable('webhook_endpoints', endpointColumns()),
  record: 'webhook_endpoint',
  kind: 'owned',
  audited: [...chosenMembers, 'former_secret_expires_at'],
  computed: {
    paused_until: sql<
      string | null
    >`case when webhook_endpoints.held_until > now() then webhook_endpoints.held_until end`.as(
      'paused_until',
    ),
  },
})

export const webhookDeliveryStore = new Store({
  table: pgTable('webhook_deliveries', deliveryColumns()),
  record: 'webhook_delivery',
  kind: 'owned',
})
