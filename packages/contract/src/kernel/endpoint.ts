import type { z } from 'zod'
import type { Collection } from './collection.ts'
import type { Inclusions } from './include.ts'
import type { Access, Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { Summary } from './summary.ts'
import type { Tag } from './tags.ts'

/** One operation of the interface, as plain data. */
export interface EndpointSpec {
  /** Unique, camelCase, verb first: the method name in generated SDKs. */
  readonly operationId: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path with its parameters in braces; each parameter is a ULID, unless `pathTexts` describes it. */
  readonly path: `/${string}`
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly permission: Access
  /** The path parameter that accepts the record's key (`OPS-12`) as well as its id. */
  readonly takesKey?: string
  /** The path parameters that are texts, with their schemas. An invalid text is answered with 422, an invalid id with 404. */
  readonly pathTexts?: Readonly<Record<string, z.ZodType<string>>>
  /** Needs no tenant and ignores `X-Tenant-Id`, so that it also works for users who lost access to the tenant in the header. */
  readonly ignoresTenant?: true
  /**
   * For a public operation: with a token that has this permission, the operation works in the selected tenant. A token
   * without it, or one that is no longer valid, is ignored.
   */
  readonly withToken?: Permission
  /** Rejects API keys: the operation concerns the session, the account or its credentials, or more than the tenant of a key. */
  readonly needsSession?: true
  /** Runs in several transactions, so that none is open while a password is hashed. */
  readonly inSteps?: true
  readonly query?: z.core.$ZodType
  readonly body?: z.core.$ZodType
  /** `form` = application/x-www-form-urlencoded; default JSON. */
  readonly bodyType?: 'json' | 'form'
  /** The request may have no body. */
  readonly bodyOptional?: boolean
  /**
   * `orNothing`: 204 if there is nothing to return, e.g. after a selection was cleared. `orCreated`: 201 if the
   * operation created the record.
   */
  readonly success:
    | {
        readonly status: 200
        readonly body: z.core.$ZodType
        readonly orNothing?: true
        readonly orCreated?: true
      }
    | { readonly status: 201; readonly body: z.core.$ZodType }
    | { readonly status: 204 }
  /**
   * Path of the operation that reads the record of a 201; null if no operation reads that record alone. The default is
   * this path followed by the id.
   */
  readonly location?: `/${string}` | null
  /** Problems particular to this operation; `problemsOf` adds those that follow from the other members. */
  readonly errors?: readonly ProblemCode[]
  /** Set on lists: the query, paging headers and `Link` follow from it. */
  readonly collection?: Collection
  /** Set on operations that read one record: the records that `include` can add to the answer. */
  readonly include?: Inclusions
  /** A list that is always short, so that one answer contains all of it: no paging, and a separate query. */
  readonly whole?: true
  /** Set on operations that count the records of a list in groups. */
  readonly summarizes?: Summary
  /**
   * Reads a log in parts with `events`, `next` and `has_more`. It may take longer than other operations, because it waits
   * for changes (query parameter `wait`). With `Accept: text/event-stream` it answers a stream of them.
   */
  readonly followed?: true
  /**
   * Set on a list whose records are ordered by id: with `Accept: text/event-stream` it streams new records, as events with
   * this name.
   */
  readonly live?: string
  /** Headers of a successful answer, in addition to those that follow from the other members. */
  readonly answerHeaders?: readonly 'Impact-Truncated'[]
  /** Set on moves of a lifecycle. */
  readonly move?: { readonly name: string; readonly from: readonly string[]; readonly to: string }
  /** A POST that changes and returns the record of its path, so that `If-Match` is honoured. */
  readonly changesRecord?: true
  /** Members of the returned record that the operation changes, in addition to those in the body of a PATCH or PUT. */
  readonly sets?: readonly string[]
  /** Members that the operation changes in a record that it does not return. */
  readonly alsoSets?: { readonly record: z.core.$ZodType; readonly members: readonly string[] }
  /** Set on bulk requests: the operations that an item can name, by its `op`. */
  readonly bulk?: Readonly<Record<string, EndpointSpec>>
  /** Set on upserts: the kind of record, and the operations that create it and change it. */
  readonly upserts?: { readonly kind: string; readonly create: EndpointSpec; readonly update: EndpointSpec }
  /** The request or the answer contains a credential: never stored for replay, never cached. */
  readonly credentials?: true
}

/** Names of the parameters in a path. */
export type PathParameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never

/** The input and the output type of a schema. They match only these members of zod's type, so that type checking is fast. */
export type InputOf<S> = S extends { _zod: { input: infer I } } ? I : never
export type OutputOf<S> = S extends { _zod: { output: infer O } } ? O : never

/** What a caller passes for the path. */
export type ParamsOf<E> = E extends { path: infer P extends string }
  ? { [K in PathParameters<P>]: string }
  : never

/** The query as the server sees it after validation. */
export type QueryOf<E> = E extends { query: infer Q } ? OutputOf<Q> : undefined

/** The body as the server sees it after validation. */
export type BodyOf<E> = E extends { body: infer B }
  ? E extends { bodyOptional: true }
    ? OutputOf<B> | undefined
    : OutputOf<B>
  : undefined

/** The body of the one successful answer. */
export type ReplyOf<E> = E extends { success: { body: infer B } }
  ? E extends { success: { orNothing: true } }
    ? OutputOf<B> | undefined
    : OutputOf<B>
  : undefined

type NoExtra<E> = { [K in Exclude<keyof E, keyof EndpointSpec>]: never }

/** Declares an operation. Members that `EndpointSpec` does not have are compile errors. */
export function endpoint<const E extends EndpointSpec>(spec: E & NoExtra<E>): E {
  return spec
}

/** Endpoints that are declared and served together, by name. */
export type EndpointGroup = Readonly<Record<string, EndpointSpec>>

/** Endpoints under the names that the client uses: `assets.retire`, `assets.history.list`. */
export interface EndpointTree {
  readonly [name: string]: EndpointSpec | EndpointTree
}

/** True for an endpoint, false for a branch of the tree. */
export const isEndpoint = (node: EndpointSpec | EndpointTree): node is EndpointSpec =>
  typeof node.path === 'string'

/** Replaces each endpoint with the result of `change`, under the same names. */
export function mapEndpoints(tree: EndpointTree, change: (endpoint: EndpointSpec) => unknown): object {
  const members = Object.entries(tree).map(([name, node]) => [
    name,
    isEndpoint(node) ? change(node) : mapEndpoints(node, change),
  ])
  return Object.fromEntries(members)
}

/** The parameter names of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The names of the parameters that are ids of records (for issues, ids or keys), in order. */
export const idParameters = ({ path, pathTexts = {} }: Pick<EndpointSpec, 'path' | 'pathTexts'>): string[] =>
  pathParameters(path).filter((name) => !(name in pathTexts))

/**
 * Path of the operation that reads the record of a 201; undefined if there is none. Its last parameter is the record's
 * id; the others are those of the endpoint.
 */
export function locationOf({ path, location, success }: EndpointSpec): string | undefined {
  if (success.status !== 201 || location === null || !hasMember(success.body, 'id')) return undefined
  return location ?? `${path}/{id}`
}

const hasMember = ({ _zod: { def } }: z.core.$ZodType, member: string): boolean =>
  def.type === 'object' && member in (def as z.core.$ZodObjectDef).shape

/** True when an `Idempotency-Key` is honoured. Where the token is optional, this holds only for requests with a token. */
export const takesIdempotencyKey = ({ method, credentials, withToken }: EndpointSpec) =>
  method === 'post' && (!credentials || withToken !== undefined)

/** True when the operation changes one existing record, so that `If-Match` is honoured. */
export const takesIfMatch = (endpoint: EndpointSpec) =>
  endpoint.method === 'patch' ||
  endpoint.method === 'delete' ||
  endpoint.move !== undefined ||
  endpoint.changesRecord === true

/** True when the operation adds a record to a tenant, so that the tenant's quota applies. */
const isCreate = ({ permission, success, withToken, ignoresTenant }: EndpointSpec) =>
  (permission !== 'public' || withToken !== undefined) &&
  !ignoresTenant &&
  (success.status === 201 || (success.status === 200 && success.orCreated === true))

/** The media types that an operation accepts for its body, the default first. */
export function mediaTypesOf({ method, bodyType }: EndpointSpec): string[] {
  if (bodyType === 'form') return ['application/x-www-form-urlencoded']
  return ['application/json', ...(method === 'patch' ? ['application/merge-patch+json'] : [])]
}

/** Every problem code that the operation can answer, sorted: its own, and those that follow from its other members. */
export function problemsOf(endpoint: EndpointSpec): ProblemCode[] {
  const codes = new Set<ProblemCode>(endpoint.errors)
  const add = (...more: ProblemCode[]) => {
    for (const code of more) codes.add(code)
  }
  add(
    'unsupported_api_version',
    'malformed_request',
    'not_acceptable',
    'validation_failed',
    'rate_limited',
    'request_header_fields_too_large',
    'internal_error',
    'unavailable',
  )
  const access = endpoint.permission
  if (access !== 'public') add('not_authenticated')
  if (access !== 'public') add(endpoint.needsSession ? 'session_required' : 'network_not_allowed')
  if (access !== 'public' && !endpoint.ignoresTenant) add('tenant_access_denied', 'record_archived')
  if (access !== 'public' && access !== 'authenticated') add('permission_denied')
  if (idParameters(endpoint).length > 0) add('not_found')
  if (endpoint.body && hasMember(endpoint.body, 'external_ids')) add('already_exists')
  if (isCreate(endpoint)) add('quota_exceeded')
  if (endpoint.body) add('malformed_json', 'content_too_large', 'unsupported_media_type', 'request_timeout')
  if (takesIfMatch(endpoint)) add('precondition_failed')
  if (takesIdempotencyKey(endpoint)) add('idempotency_in_progress', 'idempotency_key_reused')
  return [...codes].sort()
}
