import { expect } from 'vitest'

/** A request. At most one of `json`, `form` and `body` is given. */
export interface Sent {
  readonly token?: string | undefined
  readonly tenantId?: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer, read completely. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as an object; empty without a JSON body. */
  readonly json: Readonly<Record<string, unknown>>
  /** Milliseconds from the request to the last byte. */
  readonly ms: number
}

/**
 * Sends `METHOD /path` to a service over plain HTTP, without the typed client. Checks what every answer must have: the security
 * headers, a request id, no cookie, and no secret.
 */
export async function send(address: string, request: string, sent: Sent = {}): Promise<Reply> {
  const [method = 'GET', path = '/'] = request.split(' ')
  const started = performance.now()
  const response = await fetch(address + path, { method, headers: headersOf(sent), body: bodyOf(sent) })
  const text = await response.text()
  const ms = performance.now() - started
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const reply = {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? objectOf(JSON.parse(text)) : {},
    ms,
  }
  assertOwed(request, reply)
  return reply
}

function headersOf({ token, tenantId, json, form, headers }: Sent): Record<string, string> {
  return {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
    ...headers,
  }
}

function bodyOf({ json, form, body }: Sent): string | Uint8Array<ArrayBuffer> | null {
  if (json !== undefined) return JSON.stringify(json)
  if (form !== undefined) return new URLSearchParams({ ...form }).toString()
  return body ?? null
}

const objectOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? { ...value } : {}

/** Headers of every answer (SECURITY.md). */
const requiredHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin',
}

const secretMember = /"(password|password_hash|current_password|refresh_hash|secret|token_hash|key_hash)"\s*:/

function assertOwed(request: string, { headers, text, status }: Reply): void {
  for (const [name, value] of Object.entries(requiredHeaders))
    expect(headers.get(name), `${name} of ${request} ${status}`).toBe(value)
  // A preflight is sent by the browser and reaches no operation.
  if (!request.startsWith('OPTIONS'))
    expect(headers.get('x-request-id'), `request id of ${request} ${status}`).toMatch(
      /^[A-Za-z0-9._-]{1,128}$/,
    )
  expect(headers.get('set-cookie'), `cookie of ${request}`).toBeNull()
  expect(headers.get('server') ?? headers.get('x-powered-by'), `banner of ${request}`).toBeNull()
  if (text !== '')
    expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json; charset=utf-8$/)
  expect(text, `a hash in the answer to ${request}`).not.toContain('$argon2')
  expect(text, `a secret in the answer to ${request}`).not.toMatch(secretMember)
}

/** The answer without the parts that differ between any two answers, for comparing byte by byte. */
export function comparable({ status, headers, text }: Reply) {
  const compared = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return {
    status,
    headers: Object.fromEntries(compared),
    text: text.replace(/"request_id":"[^"]*"/, '"request_id":""'),
  }
}

/** The median; of an even number of values the upper one of the middle two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** How often each value occurs. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
