import { pgTable } from 'drizzle-orm/pg-core'
import { Store } from '../store/store.ts'
import { deliveryColumns, endpointColumns } from './webhooks.table.ts'

/** Endpoints without the columns that must never leave the database. */
export const webhookEndpointStore = new Store({
  table: pgTable('webhook_endpoints', endpointColumns()),
  record: 'webhook_endpoint',
  kind: 'owned',
})

export const webhookDeliveryStore = new Store({
  table: pgTable('webhook_deliveries', deliveryColumns()),
  record: 'webhook_delivery',
  kind: 'owned',
})
