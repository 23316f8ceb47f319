import type { Area } from '../store/area.ts'
import { type WebhookServices, webhookEndpointHandlers } from './webhooks.handlers.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

/** Events that are sent to URLs as they happen. */
export const webhookArea: Area<WebhookServices> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [],
  handlers: [webhookEndpointHandlers],
  tables: { searched: [webhookEndpoints, webhookDeliveries] },
}
