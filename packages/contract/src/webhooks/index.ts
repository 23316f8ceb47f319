import { webhookDeliveries, webhookEndpoints, webhookEndpointsHistory } from './webhooks.ts'

export {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookSending,
  webhookDeliveryStatuses,
  webhookFormats,
} from './webhook-records.ts'

export const webhookGroups = { webhookEndpoints, webhookDeliveries }

export const webhookDerivedOperations = {
  webhookEndpoints: { history: { list: webhookEndpointsHistory } },
}
