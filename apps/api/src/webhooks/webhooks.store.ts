import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { deliveryColumns, endpointColumns } from './webhooks.table.ts'

/** Endpoints without the columns that must never leave the database. */
export const webhookEndpointStore = new Store({
  table: pgTable('webhook_endpoints', endpointColumns()),
  record: 'webhook_endpoint',
  kind: 'owned',
})

const shownDeliveries = pgTable('webhook_deliveries', deliveryColumns())

export const webhookDeliveryStore = new Store({
  table: shownDeliveries,
  record: 'webhook_delivery',
  kind: 'owned',
})

/** The deliveries to one endpoint. */
export const deliveriesTo = (endpointId: string): Scope => ({
  name: 'to endpoint',
  condition: sql`${shownDeliveries.endpoint_id} = ${sql.placeholder('endpoint_id')}`,
  values: { endpoint_id: endpointId },
})
