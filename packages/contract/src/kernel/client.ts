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
  /** Sees every problem before the caller does, e.g. to send the user to sign-in on 401. */
  readonly onProblem?: (problem: ApiProblem, endpoint: EndpointSpec) => void
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly tenantId?: string
  /** An ETag: the change is made only while the record still has it (412 otherwise). */
  readonly ifMatch?: string
  /** An ETag: 304 while the record still has it, which `.safe()` reports as `notModified`. */
  readonly ifNoneMatch?: string
  /** Makes a repeated POST answer the first one's result instead of acting twice. */
  readonly idempotencyKey?: string
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

/** No usable answer: the service could not be reached, took too long, or something else answered. */
export class ApiUnreachable extends Error {
  readonly reason: 'timeout' | 'aborted' | 'network' | 'not_the_service'
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

type InputArguments<E extends EndpointSpec> = [InputOf<E>] extends [never]
  ? [options?: CallOptions]
  : E extends { body: z.core.$ZodType }
    ? E extends { bodyOptional: true }
      ? [input?: InputOf<E>, options?: CallOptions]
      : [input: InputOf<E>, options?: CallOptions]
    : [input?: InputOf<E>, options?: CallOptions]

/** Path parameters first, then body or query, then options; whatever the endpoint lacks is left out. */
export type CallArguments<E extends EndpointSpec> = string extends keyof ParamsOf<E>
  ? never
  : [keyof ParamsOf<E>] extends [never]
    ? InputArguments<E>
    : [params: ParamsOf<E>, ...InputArguments<E>]

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** One operation: call it for the body, or through `.safe()` for a result; lists also iterate over all pages. */
export type Call<E extends EndpointSpec> = {
  (...args: CallArguments<E>): Promise<ReplyOf<E>>
  safe(...args: CallArguments<E>): Promise<Result<ReplyOf<E>>>
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
  const safe = async (...args: unknown[]): Promise<Result<unknown>> => {
    const { url, body, options } = readArguments(endpoint, client, args)
    return send(endpoint, client, url, body, options)
  }
  const run = async (...args: unknown[]) => unwrap(await safe(...args))
  const all = async function* (...args: unknown[]) {
    const { url, options } = readArguments(endpoint, client, args)
    for (let next: URL | undefined = url; next; ) {
      const page: Result<unknown> = await send(endpoint, client, next, undefined, options)
      yield* unwrap(page) as unknown[]
      next = page.ok ? nextPage(page.headers, client.baseUrl) : undefined
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
  const options = (rest.shift() ?? {}) as CallOptions
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

async function send(
  endpoint: EndpointSpec,
  client: ClientOptions,
  url: URL,
  body: unknown,
  options: CallOptions,
): Promise<Result<unknown>> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? client.timeoutMs ?? 10_000)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const request = new Request(url, {
      method: endpoint.method.toUpperCase(),
      headers: headersOf(endpoint, client, body, options),
      body: encode(endpoint, body),
      signal,
    })
    const response = await (client.fetch ?? fetch)(request)
    if (response.ok || response.status === 304) {
      const empty = response.status === 204 || response.status === 304
      return {
        ok: true,
        data: empty ? undefined : await response.json(),
        status: response.status,
        headers: response.headers,
        notModified: response.status === 304,
      }
    }
    const error = await problemOf(response)
    if (error instanceof ApiProblem) client.onProblem?.(error, endpoint)
    return { ok: false, error }
  } catch (cause) {
    const reason = timeout.aborted ? 'timeout' : options.signal?.aborted ? 'aborted' : 'network'
    return { ok: false, error: new ApiUnreachable(reason, cause) }
  }
}

function headersOf(
  endpoint: EndpointSpec,
  client: ClientOptions,
  body: unknown,
  options: CallOptions,
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

async function problemOf(response: Response): Promise<ApiProblem | ApiUnreachable> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  if (!isProblem) return new ApiUnreachable('not_the_service', `${response.status} without a problem body`)
  return new ApiProblem((await response.json()) as Problem, response.headers)
}

/** The next page, on the address that the client uses: a proxy may have shown the service another one. */
function nextPage(headers: Headers, baseUrl: string): URL | undefined {
  const target = headers.get('link')?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  if (!target) return undefined
  const next = new URL(target, baseUrl)
  const base = new URL(baseUrl)
  return new URL(next.pathname + next.search, base)
}
