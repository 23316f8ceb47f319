export type { Event } from './events/events.ts'
export { verifyWebhook, type Webhook, WebhookVerificationError } from './webhooks/verify.ts'
