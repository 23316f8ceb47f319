import { z } from 'zod'
import type { Collection } from './collection.ts'
import { type IncludeQuery, type Inclusions, includeQuery } from './include.ts'
import type { PermissionResource } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { Tag } from './tags.ts'

/** A resource with the five usual operations. */
export interface CrudSpec {
  readonly tag: Tag
  /** Name of the record in operation ids: `Asset`, and its plural `Assets`. */
  readonly type: string
  readonly types: string
  /** Name of the record in sentences, with its article: `an asset`, `assets`. */
  readonly one: string
  readonly many: string
  readonly paths: { readonly collection: `/${string}`; readonly item: `/${string}` }
  readonly permission: PermissionResource
  readonly record: z.core.$ZodType
  readonly create: z.core.$ZodType
  readonly update: z.core.$ZodType
  readonly collection: Collection
  /** Errors that are not implied; implied ones, such as `read_only_shared_record` for a catalogue, are added. */
  readonly errors?: {
    readonly create?: readonly ProblemCode[]
    readonly update?: readonly ProblemCode[]
    readonly delete?: readonly ProblemCode[]
  }
}

/** The additional members of an operation that reads one record, if its collection can include others. */
type Including<C> = C extends { include?: Inclusions<infer N> }
  ? { query: z.core.$ZodType<IncludeQuery<N>, IncludeQuery<N>>; include: Inclusions<N> }
  : unknown

/** Returns the query with `include` for an operation that reads one record; empty if the collection includes nothing. */
export const including = <C extends { readonly include?: Inclusions }>({
  include,
}: C): Including<C> & object =>
  // Safe cast: the type has the same condition as the value.
  (include ? { query: includeQuery(include), include } : {}) as Including<C> & object

/** The five endpoints of a resource. */
export type Crud<R extends CrudSpec> = {
  /** A page of the records; `.all()` iterates over all pages. */
  list: {
    operationId: string
    method: 'get'
    path: R['paths']['collection']
    tag: R['tag']
    summary: string
    permission: `${R['permission']}:read`
    query: R['collection']['query']
    collection: R['collection']
    success: { status: 200; body: z.ZodArray<R['record']> }
  }
  /** Creates a record. */
  create: {
    operationId: string
    method: 'post'
    path: R['paths']['collection']
    tag: R['tag']
    summary: string
    permission: `${R['permission']}:write`
    body: R['create']
    success: { status: 201; body: R['record'] }
    errors: readonly ProblemCode[]
  }
  /** Reads one record. */
  get: {
    operationId: string
    method: 'get'
    path: R['paths']['item']
    tag: R['tag']
    summary: string
    permission: `${R['permission']}:read`
    success: { status: 200; body: R['record'] }
  } & Including<R['collection']>
  /** Changes a record by a merge patch (RFC 7396): omitted members keep their values, null clears a member. */
  update: {
    operationId: string
    method: 'patch'
    path: R['paths']['item']
    tag: R['tag']
    summary: string
    permission: `${R['permission']}:write`
    body: R['update']
    success: { status: 200; body: R['record'] }
    errors: readonly ProblemCode[]
  }
  /** Deletes a record permanently. */
  delete: {
    operationId: string
    method: 'delete'
    path: R['paths']['item']
    tag: R['tag']
    summary: string
    permission: `${R['permission']}:delete`
    success: { status: 204 }
    errors: readonly ProblemCode[]
  }
}

/** The five endpoints of a resource: list, create, get, update, delete. */
export function crud<const R extends CrudSpec>(resource: R): Crud<R> {
  const { tag, type, types, one, many, paths, permission, errors } = resource
  const collection: R['collection'] = resource.collection
  const ofCatalogue: readonly ProblemCode[] = collection.catalogue ? ['read_only_shared_record'] : []
  return {
    list: {
      operationId: `list${types}`,
      method: 'get',
      path: paths.collection,
      tag,
      summary: `List ${many}`,
      permission: `${permission}:read`,
      query: collection.query,
      collection,
      success: { status: 200, body: z.array(resource.record) },
    },
    create: {
      operationId: `create${type}`,
      method: 'post',
      path: paths.collection,
      tag,
      summary: `Create ${one}`,
      permission: `${permission}:write`,
      body: resource.create,
      success: { status: 201, body: resource.record },
      errors: errors?.create ?? [],
    },
    get: {
      operationId: `get${type}`,
      method: 'get',
      path: paths.item,
      tag,
      summary: `Read ${one}`,
      permission: `${permission}:read`,
      success: { status: 200, body: resource.record },
      ...including(collection),
    },
    update: {
      operationId: `update${type}`,
      method: 'patch',
      path: paths.item,
      tag,
      summary: `Update ${one}`,
      permission: `${permission}:write`,
      body: resource.update,
      success: { status: 200, body: resource.record },
      errors: [...(errors?.update ?? []), ...ofCatalogue],
    },
    delete: {
      operationId: `delete${type}`,
      method: 'delete',
      path: paths.item,
      tag,
      summary: `Delete ${one}`,
      permission: `${permission}:delete`,
      success: { status: 204 },
      errors: [...(errors?.delete ?? []), ...ofCatalogue],
    },
  }
}
