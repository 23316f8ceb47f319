import type { z } from 'zod'
import {
  type EndpointGroup,
  type EndpointSpec,
  type ParamsOf,
  pathParameters,
  type ReplyOf,
} from './endpoint.ts'
import type { Problem } from './problems.ts'

/** How a client reaches the service. */
export interface ClientOptions {
  /** Address of the service, e.g. `https://work.example.org`. A path in it is kept. */
  readonly baseUrl: string
  /** The access token, or a function that is asked before each call. */
  readonly token?: string | (() => string | null | undefined)
  /** Tenant of every call, sent as X-Tenant-Id; a call's own option wins. */
  readonly tenantId?: string
  /** Milliseconds after which a call is given up; 10,000 unless given. */
  readonly timeoutMs?: number
  /** Used instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * Sees every problem before the caller does, e.g. to send the user to sign-in on 401. What it throws is dropped:
   * the call ends with the problem all the same.
   */
  readonly onProblem?: (problem: ApiProblem, endpoint: EndpointSpec) => void
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly tenantId?: string
  /** An ETag: the change is made only while the record still has it (412 otherwise). */
  readonly ifMatch?: string
  /** Makes a repeated POST answer the first one's result instead of acting twice. */
  readonly idempotencyKey?: string
}

/** Options of one call through `.safe()`, which alone can report that there is nothing new. */
export interface SafeCallOptions extends CallOptions {
  /** An ETag: 304 while the record still has it, reported as `notModified`. */
  readonly ifNoneMatch?: string
}

/** A problem that the service answered (RFC 9457). */
export class ApiProblem extends Error {
  readonly problem: Problem
  readonly headers: Headers
  constructor(problem: Problem, headers: Headers) {
    super(`${problem.code}: ${problem.detail}`)
    this.name = 'ApiProblem'
    this.problem = problem
    this.headers = headers
  }
  get code() {
    return this.problem.code
  }
  get status() {
    return this.problem.status
  }
  /** Seconds to wait before the next try, where the service named them. */
  get retryAfterSeconds(): number | undefined {
    const seconds = Number(this.headers.get('retry-after') ?? Number.NaN)
    return Number.isFinite(seconds) ? seconds : undefined
  }
}

/**
 * No usable answer: the call could not be made of its arguments or of the client's options (`not_sent`), the service
 * could not be reached, took too long, or something else answered.
 */
export class ApiUnreachable extends Error {
  readonly reason: 'not_sent' | 'timeout' | 'aborted' | 'network' | 'not_the_service'
  constructor(reason: ApiUnreachable['reason'], cause?: unknown) {
    super(`The service gave no answer (${reason})`, { cause })
    this.name = 'ApiUnreachable'
    this.reason = reason
  }
}

/** What `.safe()` resolves to; it never rejects. */
export type Result<T> =
  | {
      readonly ok: true
      readonly data: T
      readonly status: number
      readonly headers: Headers
      readonly notModified: boolean
    }
  | { readonly ok: false; readonly error: ApiProblem | ApiUnreachable }

type InputOf<E extends EndpointSpec> = E extends { body: infer B extends z.core.$ZodType }
  ? z.input<B>
  : E extends { query: infer Q extends z.core.$ZodType }
    ? z.input<Q>
    : never

type InputArguments<E extends EndpointSpec, O> = [InputOf<E>] extends [never]
  ? [options?: O]
  : E extends { body: z.core.$ZodType }
    ? E extends { bodyOptional: true }
      ? [input?: InputOf<E>, options?: O]
      : [input: InputOf<E>, options?: O]
    : [input?: InputOf<E>, options?: O]

/** Path parameters first, then body or query, then options; whatever the endpoint lacks is left out. */
export type CallArguments<E extends EndpointSpec, O = CallOptions> = string extends keyof ParamsOf<E>
  ? never
  : [keyof ParamsOf<E>] extends [never]
    ? InputArguments<E, O>
    : [params: ParamsOf<E>, ...InputArguments<E, O>]

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** One operation: call it for the body, or through `.safe()` for a result; lists also iterate over all pages. */
export type Call<E extends EndpointSpec> = {
  (...args: CallArguments<E>): Promise<ReplyOf<E>>
  safe(...args: CallArguments<E, SafeCallOptions>): Promise<Result<ReplyOf<E>>>
} & (E extends { collection: object }
  ? { all(...args: CallArguments<E>): AsyncIterableIterator<ItemOf<ReplyOf<E>>> }
  : unknown)

/** The whole interface as nested functions. */
export type Client<C extends Readonly<Record<string, EndpointGroup>>> = {
  readonly [G in keyof C]: { readonly [K in keyof C[G]]: Call<C[G][K]> }
}

/** Makes a client of a contract. Needs nothing but `fetch`: browsers, Node, Deno and Bun. */
export function createClient<C extends Readonly<Record<string, EndpointGroup>>>(
  contract: C,
  options: ClientOptions,
): Client<C> {
  const groups = Object.entries(contract).map(([name, group]) => [
    name,
    Object.fromEntries(Object.entries(group).map(([key, endpoint]) => [key, call(endpoint, options)])),
  ])
  // Built from the contract's own entries; Client<C> is the mapped type of exactly that.
  return Object.fromEntries(groups) as Client<C>
}

function call(endpoint: EndpointSpec, client: ClientOptions) {
  const safe = (...args: unknown[]) => send(endpoint, client, args)
  const run = async (...args: unknown[]) => unwrap(await safe(...args))
  const all = async function* (...args: unknown[]) {
    for (let search: string | undefined, isLast = false; !isLast; isLast = search === undefined) {
      const page = await send(endpoint, client, args, search)
      yield* unwrap(page) as unknown[]
      search = page.ok ? nextSearch(page.headers, client.baseUrl) : undefined
    }
  }
  return Object.assign(run, { safe }, endpoint.collection ? { all } : {})
}

function unwrap(result: Result<unknown>): unknown {
  if (!result.ok) throw result.error
  return result.data
}

function readArguments(endpoint: EndpointSpec, client: ClientOptions, args: unknown[]) {
  const rest = [...args]
  const names = pathParameters(endpoint.path)
  const params = (names.length > 0 ? rest.shift() : {}) as Record<string, string>
  const input = endpoint.body || endpoint.query ? rest.shift() : undefined
  const options = (rest.shift() ?? {}) as SafeCallOptions
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const url = new URL(client.baseUrl.replace(/\/$/, '') + path)
  if (endpoint.query && input) appendQuery(url, input as Record<string, unknown>)
  return { url, body: endpoint.body ? input : undefined, options }
}

function appendQuery(url: URL, query: Record<string, unknown>) {
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (name === 'sort' && Array.isArray(value)) url.searchParams.append(name, value.join(','))
    else for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
}

/** One exchange; whatever goes wrong is a result. `search` takes the place of the query: the page that a link names. */
async function send(
  endpoint: EndpointSpec,
  client: ClientOptions,
  args: unknown[],
  search?: string,
): Promise<Result<unknown>> {
  let attempt: Attempt
  try {
    attempt = prepare(endpoint, client, args, search)
  } catch (cause) {
    return { ok: false, error: new ApiUnreachable('not_sent', cause) }
  }
  const { request, timeout, signal } = attempt
  try {
    const response = await (client.fetch ?? fetch)(request)
    const result = resultOf(response, await response.text())
    if (!result.ok && result.error instanceof ApiProblem) tell(client, result.error, endpoint)
    return result
  } catch (cause) {
    const reason = timeout.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'network'
    return { ok: false, error: new ApiUnreachable(reason, cause) }
  }
}

interface Attempt {
  readonly request: Request
  readonly timeout: AbortSignal
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

function prepare(
  endpoint: EndpointSpec,
  client: ClientOptions,
  args: unknown[],
  search: string | undefined,
): Attempt {
  const { url, body, options } = readArguments(endpoint, client, args)
  if (search !== undefined) url.search = search
  const { signal } = options
  const timeout = AbortSignal.timeout(options.timeoutMs ?? client.timeoutMs ?? 10_000)
  const request = new Request(url, {
    method: endpoint.method.toUpperCase(),
    headers: headersOf(endpoint, client, body, options),
    body: encode(endpoint, body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  return { request, timeout, signal }
}

function resultOf(response: Response, text: string): Result<unknown> {
  const { status, headers } = response
  const notModified = status === 304
  if (status === 204 || notModified) return { ok: true, data: undefined, status, headers, notModified }
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json')
  if (!response.ok && !isProblem)
    return {
      ok: false,
      error: new ApiUnreachable('not_the_service', `${status} without a problem body`),
    }
  try {
    const data: unknown = JSON.parse(text)
    return response.ok
      ? { ok: true, data, status, headers, notModified }
      : { ok: false, error: new ApiProblem(data as Problem, headers) }
  } catch (cause) {
    return { ok: false, error: new ApiUnreachable('not_the_service', cause) }
  }
}

function tell(client: ClientOptions, problem: ApiProblem, endpoint: EndpointSpec) {
  try {
    client.onProblem?.(problem, endpoint)
  } catch {
    // The call has an answer already, which must not be lost to a fault of whoever only looks on.
  }
}

function headersOf(
  endpoint: EndpointSpec,
  client: ClientOptions,
  body: unknown,
  options: SafeCallOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json', 'x-api-version': 'v1' })
  const token = typeof client.token === 'function' ? client.token() : client.token
  if (token && endpoint.permission !== 'public') headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined)
    headers.set(
      'content-type',
      endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    )
  const tenantId = options.tenantId ?? client.tenantId
  if (tenantId && endpoint.permission !== 'public') headers.set('x-tenant-id', tenantId)
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

/** The query of the next page. The address stays the client's: a proxy may have shown the service another one. */
function nextSearch(headers: Headers, baseUrl: string): string | undefined {
  const target = headers.get('link')?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  return target === undefined ? undefined : new URL(target, baseUrl).search
}
