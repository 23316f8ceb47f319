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
  /** The parameter of its path that takes the record's key (`OPS-12`) beside its id. */
  readonly takesKey?: string
  /** The parameters of its path that are texts, with their schemas. A text that does not fit is 422, where an id is 404. */
  readonly pathTexts?: Readonly<Record<string, z.ZodType<string>>>
  /** Needs no tenant and ignores `X-Tenant-Id`, so that it serves whoever has lost the tenant that the header names. */
  readonly ignoresTenant?: true
  /**
   * Of a public operation: the permission with which a caller works in the selected tenant. A token without it, and one that
   * is not good any more, counts as none.
   */
  readonly withToken?: Permission
  /** Refuses API keys: it is about the session, the account or its credentials, or reaches beyond the tenant of a key. */
  readonly needsSession?: true
  /** Runs in several transactions, so that none is held while a password is hashed. */
  readonly inSteps?: true
  readonly query?: z.core.$ZodType
  readonly body?: z.core.$ZodType
  /** `form` = application/x-www-form-urlencoded; JSON unless given. */
  readonly bodyType?: 'json' | 'form'
  /** The body may be left out altogether. */
  readonly bodyOptional?: boolean
  readonly success: /**
   * `orNothing`: 204 where the call leaves nothing to answer, as where it clears a selection. `orCreated`: 201 where it
   * made the record.
   */
    | {
        readonly status: 200
        readonly body: z.core.$ZodType
        readonly orNothing?: true
        readonly orCreated?: true
      }
    | { readonly status: 201; readonly body: z.core.$ZodType }
    | { readonly status: 204 }
  /**
   * Where the record that a 201 answers is read, as the path of that operation; null where nothing reads it alone.
   * Left out where it is the path itself and the id.
   */
  readonly location?: `/${string}` | null
  /** Problems of this operation in particular; those that follow from the rest are added by `problemsOf`. */
  readonly errors?: readonly ProblemCode[]
  /** Set on lists: the query, paging headers and `Link` follow from it. */
  readonly collection?: Collection
  /** Set on operations that read one record: the records that `include` shows beside their ids. */
  readonly include?: Inclusions
  /** A list that is answered whole, because it is short by nature: no paging, and a query of its own. */
  readonly whole?: true
  /** Set on operations that count the records of a list in groups. */
  readonly summarizes?: Summary
  /**
   * Reads a log whose parts have `events`, `next` and `has_more`: it may take longer than other operations, because it waits
   * for changes as long as the query says (`wait`), and answers a stream of them to `Accept: text/event-stream`.
   */
  readonly followed?: true
  /**
   * A list whose records come in the order of their ids: with `Accept: text/event-stream` it answers a stream of the new ones,
   * as events of this name.
   */
  readonly live?: string
  /** Headers of its success beyond those that follow from the rest. */
  readonly answerHeaders?: readonly 'Impact-Truncated'[]
  /** Set on moves of a lifecycle. */
  readonly move?: { readonly name: string; readonly from: readonly string[]; readonly to: string }
  /** A POST that changes the record of its path and answers it, so that `If-Match` is honoured. */
  readonly changesRecord?: true
  /** Members of the record in the answer that it changes, beside those that the body of a PATCH or PUT writes. */
  readonly sets?: readonly string[]
  /** Members that it changes of a record which it does not answer. */
  readonly alsoSets?: { readonly record: z.core.$ZodType; readonly members: readonly string[] }
  /** Set on bulk requests: the operations that an item can name, by its `op`. */
  readonly bulk?: Readonly<Record<string, EndpointSpec>>
  /** Set on upserts: the kind of record, and the operations that create it and change it. */
  readonly upserts?: { readonly kind: string; readonly create: EndpointSpec; readonly update: EndpointSpec }
  /** The request or the answer holds a credential: never stored for replay, never cached. */
  readonly credentials?: true
}

/** Names of the parameters in a path. */
export type PathParameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never

/** What a schema accepts, and what it makes of that. Asks for no more than these, which keeps the checker fast. */
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

/** Declares an operation. Members that `EndpointSpec` does not know are compile errors. */
export function endpoint<const E extends EndpointSpec>(spec: E & NoExtra<E>): E {
  return spec
}

/** Endpoints that are declared and served together, each under a name of its own. */
export type EndpointGroup = Readonly<Record<string, EndpointSpec>>

/** Endpoints under the names that the client uses: `assets.retire`, `assets.history.list`. */
export interface EndpointTree {
  readonly [name: string]: EndpointSpec | EndpointTree
}

/** Tells an endpoint from a branch of the tree. */
export const isEndpoint = (node: EndpointSpec | EndpointTree): node is EndpointSpec =>
  typeof node.path === 'string'

/** Something else in the place of each endpoint, under the same names. */
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

/** The names of the parameters that are ids of records (of issues also keys), in order. */
export const idParameters = ({ path, pathTexts = {} }: Pick<EndpointSpec, 'path' | 'pathTexts'>): string[] =>
  pathParameters(path).filter((name) => !(name in pathTexts))

/**
 * Path of the operation that reads the record which a 201 answers, undefined when there is none. Its last parameter is
 * the record's id; the others are those of the endpoint.
 */
export function locationOf({ path, location, success }: EndpointSpec): string | undefined {
  if (success.status !== 201 || location === null || !hasMember(success.body, 'id')) return undefined
  return location ?? `${path}/{id}`
}

const hasMember = ({ _zod: { def } }: z.core.$ZodType, member: string): boolean =>
  def.type === 'object' && member in (def as z.core.$ZodObjectDef).shape

/** True when an `Idempotency-Key` is honoured; of what takes a token but needs none, where one is sent. */
export const takesIdempotencyKey = ({ method, credentials, withToken }: EndpointSpec) =>
  method === 'post' && (!credentials || withToken !== undefined)

/** True when the operation changes one existing record, so that `If-Match` is honoured. */
export const takesIfMatch = (endpoint: EndpointSpec) =>
  endpoint.method === 'patch' ||
  endpoint.method === 'delete' ||
  endpoint.move !== undefined ||
  endpoint.changesRecord === true

/** True when the operation adds a record to a tenant, so that the tenant's quota of such records holds. */
const isCreate = ({ permission, success, withToken, ignoresTenant }: EndpointSpec) =>
  (permission !== 'public' || withToken !== undefined) &&
  !ignoresTenant &&
  (success.status === 201 || (success.status === 200 && success.orCreated === true))

/** The media types that the body of an operation is sent as, the usual one first. */
export function mediaTypesOf({ method, bodyType }: EndpointSpec): string[] {
  if (bodyType === 'form') return ['application/x-www-form-urlencoded']
  return ['application/json', ...(method === 'patch' ? ['application/merge-patch+json'] : [])]
}

/** Every problem code that the operation can answer, sorted: its own, and what follows from its description. */
export function problemsOf(endpoint: EndpointSpec): ProblemCode[] {
  const codes = new Set<ProblemCode>(endpoint.errors)
  const add = (...more: ProblemCode[]) =>
    more.forEach((code) => {
      codes.add(code)
    })
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
