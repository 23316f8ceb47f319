import { hash } from 'node:crypto'
import { type EndpointSpec, locationOf } from '@commonhold/contract'
import { type ProblemException, problemBody } from '../base/problem.ts'

/** The parts of a response, before it becomes a Response object. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** The served version of the API. */
export const API_VERSION = 'v1'

/** Headers of every response: it is not cached, sniffed or framed, and no referrer is sent to other sites. */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

/**
 * The parts of the URL of a new record: the parameters of the path, and the prefix under which callers reach the service.
 */
export interface Reached {
  readonly params: Readonly<Record<string, string>>
  readonly basePath: string
}

/** The response to a success: the body, its ETag, and the Location of a new record. */
export function success(
  endpoint: EndpointSpec,
  { params, basePath }: Reached,
  body: unknown,
  headers: Record<string, string>,
): Answer {
  const { status } = endpoint.success
  if (status === 204 || body === undefined) return { status: 204, headers, body: null }
  headers['Content-Type'] = 'application/json; charset=utf-8'
  const { id, version } = record(body)
  const text = JSON.stringify(body)
  if (typeof version === 'number') headers.ETag = etag(version, text)
  const location = locationOf(endpoint)
  if (location && typeof id === 'string')
    headers.Location = basePath + location.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? id)
  return { status, headers, body: text }
}

const record = (body: unknown) =>
  body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}

/**
 * The ETag of a record: its version, which `If-Match` compares, and a digest, because computed members change without a new
 * version.
 */
const etag = (version: number, text: string) =>
  `"v${version}-${hash('sha1', text, 'base64url').slice(0, 11)}"`

/**
 * The versions that `If-Match` allows; undefined when it is absent or `*`. A weak tag, or a tag of another form, matches no
 * version.
 */
export function versionsOf(ifMatch: string | null): number[] | undefined {
  if (ifMatch === null || ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').map((tag) => Number(/^\s*"v(\d{1,15})(?:-[\w-]{11})?"\s*$/.exec(tag)?.[1] ?? -1))
}

/** True when the caller already has this version (If-None-Match, RFC 9110). */
export function isUnmodified(ifNoneMatch: string | null, tag: string | undefined): boolean {
  if (!ifNoneMatch || !tag) return false
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
  )
}

/** The response to a problem. `challenge` is the `WWW-Authenticate` header of a 401 (RFC 6750). */
export function failure(
  error: ProblemException,
  path: string,
  requestId: string,
  challenge = 'Bearer',
): Answer {
  const body = problemBody(error, path, requestId)
  return {
    status: body.status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      ...(body.status === 401 ? { 'WWW-Authenticate': challenge } : {}),
      ...error.headers,
    },
    body: JSON.stringify(body),
  }
}
