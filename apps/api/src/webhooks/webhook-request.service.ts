import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { BlockList } from 'node:net'
import { assertHostAllowed, ForbiddenAddress } from './webhook-addresses.rules.ts'
import { guardedLookup } from './webhook-lookup.service.ts'

/** Milliseconds within which a receiver must answer, including the lookup of its address. */
const LIMIT = 15_000

/** One event as it is sent. */
export interface WebhookRequest {
  readonly url: string
  readonly id: string
  readonly body: string
  /** The secrets to sign with, the current one first. */
  readonly secrets: readonly string[]
}

/** The outcome of a request: the status of the response, or why there was none. */
export interface WebhookOutcome {
  readonly status: number | null
  /** One of a few texts for the tenant. Details would reveal the network around the service. */
  readonly failure: string | null
  /** The exact error, for the log of the installation. */
  readonly detail?: string
}

/** The headers of Standard Webhooks for a body that is sent at a time (seconds since 1970). */
function signedHeaders({ id, body, secrets }: WebhookRequest, seconds: number): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

/** Sends an event once. Redirects count as failures, because they would bypass the check of the address. Never rejects. */
export async function sendWebhook(
  sent: WebhookRequest,
  allowed: BlockList,
  limit = LIMIT,
): Promise<WebhookOutcome> {
  try {
    const status = await post(sent, allowed, limit)
    return { status, failure: status >= 200 && status < 300 ? null : `the receiver answered ${status}` }
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error))
    return { status: null, failure: failureOf(reason, limit), detail: reason.message.slice(0, 300) }
  }
}

function failureOf(reason: Error, limit: number): string {
  if (reason.name === 'AbortError') return `no answer within ${limit / 1_000} seconds`
  const isUnknown = 'syscall' in reason && /^(getaddrinfo|query)/.test(String(reason.syscall))
  if (isUnknown || reason instanceof ForbiddenAddress) return 'the address is not allowed or not found'
  return 'the connection failed'
}

function post(sent: WebhookRequest, allowed: BlockList, limit: number): Promise<number> {
  const url = new URL(sent.url)
  const isEncrypted = url.protocol === 'https:'
  assertHostAllowed(url.hostname, isEncrypted, allowed)
  const body = Buffer.from(sent.body)
  const send = isEncrypted ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(isEncrypted, allowed),
      signal: AbortSignal.timeout(limit),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'User-Agent': 'Commonhold',
        ...signedHeaders(sent, Math.floor(Date.now() / 1_000)),
      },
    })
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection was closed without an answer')))
    // A response that switches protocols emits only this event, and its listener must close the connection.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.on('response', (response) => {
      // The body of the response is not needed, and may be endless.
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}
