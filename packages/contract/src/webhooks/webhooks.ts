import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant } from '../kernel/schema.ts'
import {
  eventType,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookSending,
  webhookDeliveryStatus,
} from './webhook-records.ts'

const tag = 'Webhooks'

const endpointCollection = collection({
  filters: { created_at: byTime(instant()), updated_at: byTime(instant()) },
  sort: ['created_at', 'updated_at'],
})

const deliveryCollection = collection({
  filters: {
    status: byValue(webhookDeliveryStatus),
    event_type: byValue(eventType()),
    created_at: byTime(instant()),
  },
  sort: ['created_at'],
})

/** The endpoints to which events are sent. */
export const webhookEndpoints = {
  list: endpoint({
    operationId: 'listWebhookEndpoints',
    method: 'get',
    path: '/webhook-endpoints',
    tag,
    summary: 'List webhook endpoints',
    permission: 'webhooks:read',
    query: endpointCollection.query,
    collection: endpointCollection,
    success: { status: 200, body: z.array(WebhookEndpoint) },
  }),
  register: endpoint({
    operationId: 'createWebhookEndpoint',
    method: 'post',
    path: '/webhook-endpoints',
    tag,
    summary: 'Create a webhook endpoint',
    description:
      'New events of the whole tenant are sent to the endpoint. They name records and the members that changed, without values, so `audit:read` is also required. A tenant can have 10 endpoints, unless operators have set another quota `webhook_endpoints`. Only this response contains the secret.',
    permission: 'webhooks:write',
    body: WebhookEndpointCreate,
    success: { status: 201, body: WebhookEndpointWithSecret },
    credentials: true,
  }),
  get: endpoint({
    operationId: 'getWebhookEndpoint',
    method: 'get',
    path: '/webhook-endpoints/{webhook_endpoint_id}',
    tag,
    summary: 'Read a webhook endpoint',
    permission: 'webhooks:read',
    success: { status: 200, body: WebhookEndpoint },
  }),
  update: endpoint({
    operationId: 'updateWebhookEndpoint',
    method: 'patch',
    path: '/webhook-endpoints/{webhook_endpoint_id}',
    tag,
    summary: 'Change a webhook endpoint',
    description:
      'A merge patch (RFC 7396). An endpoint that is enabled again gets the events from then on; `replay` sends the events in between. Changing `url` or `types`, and enabling the endpoint, also need `audit:read`, because they determine which events are sent where. Waiting deliveries are sent to a new `url` immediately.',
    permission: 'webhooks:write',
    body: WebhookEndpointUpdate,
    success: { status: 200, body: WebhookEndpoint },
  }),
  delete: endpoint({
    operationId: 'deleteWebhookEndpoint',
    method: 'delete',
    path: '/webhook-endpoints/{webhook_endpoint_id}',
    tag,
    summary: 'Delete a webhook endpoint',
    description: 'Also deletes its deliveries. Nothing more is sent to the endpoint.',
    permission: 'webhooks:delete',
    success: { status: 204 },
  }),
  rotateSecret: endpoint({
    operationId: 'rotateWebhookEndpointSecret',
    method: 'post',
    path: '/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
    tag,
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'Creates a new secret, which only this response contains. For 24 hours, the previous secret also signs. Older secrets no longer sign.',
    permission: 'webhooks:write',
    changesRecord: true,
    success: { status: 200, body: WebhookEndpointWithSecret },
    credentials: true,
  }),
  test: endpoint({
    operationId: 'testWebhookEndpoint',
    method: 'post',
    path: '/webhook-endpoints/{webhook_endpoint_id}/test',
    tag,
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends an event of the type `webhook.test` about the endpoint itself, without changes. It is sent whatever the types of the endpoint are, and even while the endpoint is disabled. The list of deliveries shows the result. After a success, waiting deliveries are sent immediately.',
    permission: 'webhooks:write',
    body: WebhookSending,
    bodyOptional: true,
    location: null,
    success: { status: 201, body: WebhookDelivery },
  }),
  replay: endpoint({
    operationId: 'replayWebhookEndpoint',
    method: 'post',
    path: '/webhook-endpoints/{webhook_endpoint_id}/replay',
    tag,
    summary: 'Send past events to a webhook endpoint again',
    description:
      'Sends all events of its types since a time, oldest first, with their original ids. Several are sent at the same time, so a receiver may get them in another order. Later events are neither delayed nor lost. Also needs `audit:read`.',
    permission: 'webhooks:write',
    body: WebhookReplay,
    success: { status: 200, body: WebhookEndpoint },
    errors: ['invalid_transition'],
  }),
}

/** The deliveries of events to endpoints. */
export const webhookDeliveries = {
  list: endpoint({
    operationId: 'listDeliveriesOfWebhookEndpoint',
    method: 'get',
    path: '/webhook-endpoints/{webhook_endpoint_id}/deliveries',
    tag,
    summary: 'List the deliveries to a webhook endpoint',
    permission: 'webhooks:read',
    query: deliveryCollection.query,
    collection: deliveryCollection,
    success: { status: 200, body: z.array(WebhookDelivery) },
  }),
  redeliver: endpoint({
    operationId: 'redeliverWebhookDelivery',
    method: 'post',
    path: '/webhook-deliveries/{webhook_delivery_id}/redeliver',
    tag,
    summary: 'Send an event again',
    description:
      'Sends the event immediately, even if its next try is due later, with the same `webhook-id`. If this fails, it is tried as often as a new delivery.',
    permission: 'webhooks:write',
    body: WebhookSending,
    bodyOptional: true,
    changesRecord: true,
    success: { status: 200, body: WebhookDelivery },
    errors: ['invalid_transition'],
  }),
}

/** Lists the changes of a webhook endpoint. */
export const webhookEndpointsHistory: HistoryOf<typeof webhookEndpoints.get> = history(webhookEndpoints.get)
