import { asDocument, type OpenAPIObject, ref } from './types.ts'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** The request that is sent to webhook endpoints, in the format of Standard Webhooks. */
const event = {
  post: {
    operationId: 'receiveEvent',
    tags: ['Webhooks'],
    summary: 'Receive an event',
    description:
      'Sent to each enabled webhook endpoint whose `types` include this type. Check the signature before anything else: `verifyWebhook` of `@commonhold/contract/webhooks` does. An event may be sent more than once and, after a failed try, later than newer events: `webhook-id` identifies repetitions; read the record for its current state. Answer within 15 seconds; anything but a status of 200 to 299 is tried again seven times, the last time after 28 to 30 hours.',
    security: [],
    parameters: [
      header('webhook-id', 'Id of the event, the same whenever it is sent.', '01J9ZC70FQ2S6H4W8B3MKXTY5D'),
      header('webhook-timestamp', 'When it was sent, in seconds since 1970.', '1790000000'),
      header(
        'webhook-signature',
        '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64; several, separated by blanks, while a secret is replaced.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: ref('schemas', 'Event') } } },
    responses: {
      '204': { description: 'The event is accepted.' },
      '400': { description: 'The signature is not valid; the event is tried again.' },
    },
  },
} as const

/** Adds the webhook request to the document if it has the schema `Event`. */
export const withWebhooks = (document: OpenAPIObject): OpenAPIObject =>
  document.components?.schemas?.Event ? asDocument({ ...document, webhooks: { event } }) : document
