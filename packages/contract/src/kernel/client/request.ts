import { type EndpointSpec, pathParameters, takesIdempotencyKey } from '../endpoint.ts'
import type { ClientOptions, SafeCallOptions } from './options.ts'

/** A prepared request; repetitions send it again. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  /** All headers except the token, which is added to each request. */
  readonly headers: Headers
  readonly body: string | null
  /** Whether the operation requires a token, accepts one, or is sent without. */
  readonly access: 'required' | 'optional' | 'none'
  /** Maximum number of repetitions. */
  readonly retries: number
  readonly timeoutMs: number
  readonly timeout: AbortSignal
  /** The signal of the caller. */
  readonly signal: AbortSignal | undefined
  /** Aborted by the timeout or the caller. */
  readonly ended: AbortSignal
  /** Deadline, in milliseconds of `performance.now()`. */
  readonly endsAt: number
}

/** Builds the request from the arguments of a call. `search` replaces the query, to read the page of a `Link`. */
export function outgoing(
  endpoint: EndpointSpec,
  client: ClientOptions,
  args: readonly unknown[],
  search: string | undefined,
): Outgoing {
  const { url, body, options } = readArguments(endpoint, client, args)
  if (search !== undefined) url.search = search
  const retries = options.retries ?? client.retries ?? 2
  const key = options.idempotencyKey ?? (retries > 0 && isRepeatable(endpoint) ? newKey() : undefined)
  const { signal } = options
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? 10_000
  const timeout = AbortSignal.timeout(timeoutMs)
  return {
    method: endpoint.method.toUpperCase(),
    url,
    headers: headersOf(endpoint, client, body, { ...options, ...(key ? { idempotencyKey: key } : {}) }),
    body: encode(endpoint, body),
    access: accessOf(endpoint),
    retries: endpoint.method === 'get' || (key && isRepeatable(endpoint)) ? retries : 0,
    timeoutMs,
    timeout,
    signal,
    ended: signal ? AbortSignal.any([signal, timeout]) : timeout,
    endsAt: performance.now() + timeoutMs,
  }
}

/** The service ignores an Idempotency-Key without a token, so operations with an optional token are not repeated. */
const isRepeatable = (endpoint: EndpointSpec) =>
  takesIdempotencyKey(endpoint) && accessOf(endpoint) === 'required'

const accessOf = ({ permission, withToken }: EndpointSpec): Outgoing['access'] =>
  permission !== 'public' ? 'required' : withToken ? 'optional' : 'none'

function readArguments(endpoint: EndpointSpec, client: ClientOptions, args: readonly unknown[]) {
  const rest = [...args]
  const names = pathParameters(endpoint.path)
  const params = (names.length > 0 ? rest.shift() : {}) as Record<string, string>
  const input = endpoint.body || (endpoint.query && !endpoint.include) ? rest.shift() : undefined
  const { include, query, ...options } = (rest.shift() ?? {}) as SafeCallOptions & {
    readonly include?: readonly string[]
    readonly query?: Record<string, unknown>
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const url = new URL(client.baseUrl.replace(/\/$/, '') + path)
  if (endpoint.query) appendQuery(url, { include, ...(endpoint.body ? query : (input as object)) })
  return { url, body: endpoint.body ? input : undefined, options }
}

/** Parameters that are one comma-separated list, because the order of the values matters. */
const commaLists = ['sort', 'columns']

function appendQuery(url: URL, query: Record<string, unknown>) {
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (commaLists.includes(name) && Array.isArray(value)) url.searchParams.append(name, value.join(','))
    else for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
}

function headersOf(
  endpoint: EndpointSpec,
  client: ClientOptions,
  body: unknown,
  options: SafeCallOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json', 'x-api-version': 'v1' })
  if (body !== undefined)
    headers.set(
      'content-type',
      endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    )
  const tenantId =
    options.tenantId ?? (typeof client.tenantId === 'function' ? client.tenantId() : client.tenantId)
  if (tenantId && accessOf(endpoint) !== 'none') headers.set('x-tenant-id', tenantId)
  if (options.ifMatch) headers.set('if-match', options.ifMatch)
  if (options.ifNoneMatch) headers.set('if-none-match', options.ifNoneMatch)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  return headers
}

function encode(endpoint: EndpointSpec, body: unknown): string | null {
  if (body === undefined) return null
  return endpoint.bodyType === 'form'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
}

/** Generates an Idempotency-Key. `crypto.randomUUID` does not exist in a page opened over plain HTTP from another machine. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The query of the next page. Only the query of the link is used: behind a proxy, the service may know another address. */
export function nextSearch(headers: Headers, baseUrl: string): string | undefined {
  const target = headers.get('link')?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  return target === undefined ? undefined : new URL(target, baseUrl).search
}
