import type { Event } from '../events/events.ts'

/** Seconds by which the time of a webhook may differ from the clock of the receiver. */
const TOLERANCE = 300

/** The request has no valid signature, or is too old. Answer it with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

/** The event of a webhook, and the id by which a receiver recognizes a repeated delivery. */
export interface Webhook {
  readonly id: string
  readonly event: Event
}

type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>

/**
 * Checks the signature of a webhook (Standard Webhooks, `v1`) and returns its event. `body` is the raw text of the body, not
 * parsed and serialized again. `headers` are the headers of a `Request`, or Node's `request.headers`. Needs only Web
 * Crypto. Throws `WebhookVerificationError`.
 */
export async function verifyWebhook(
  secret: string,
  headers: HeaderSource,
  body: string,
  now = Date.now(),
): Promise<Webhook> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE)
    throw new WebhookVerificationError('webhook-timestamp is not near the present time')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      // The signature proves that the service wrote the body.
      return { id, event: JSON.parse(body) as Event }
  }
  throw new WebhookVerificationError('no signature in webhook-signature is made with the secret')
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : headers[name as keyof typeof headers]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`${name} is missing`)
  return value
}

/** Decodes base64; returns no bytes if the text is not base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
