import { z } from 'zod'
import { bulkMode, Items, ifMatch, MOST_BULK_ITEMS, member, plainVariant, upsertName } from './bulk-items.ts'
import { BulkResult } from './bulk-result.ts'
import type { Collection } from './collection.ts'
import type { EndpointGroup, EndpointSpec, InputOf } from './endpoint.ts'
import { MoveInput } from './lifecycle.ts'
import { queryBoolean } from './schema.ts'
import type { Tag } from './tags.ts'
import { isUpsertable } from './upsert.ts'

interface BulkGroup {
  readonly list: EndpointSpec & { readonly collection: Collection }
}

/** The last word of a path: `mark-lost` of `/assets/{asset_id}/mark-lost`. */
type LastWord<P> = P extends `${string}/${infer Rest}` ? LastWord<Rest> : P

interface Named {
  id: string
  /** The version that the record must have. */
  if_match?: number
}

type ItemOf<K, E> = K extends 'create'
  ? E extends { body: infer B }
    ? { op: 'create'; body: InputOf<B> }
    : never
  : K extends 'update'
    ? E extends { body: infer B }
      ? Named & { op: 'update'; body: InputOf<B> }
      : never
    : K extends 'delete'
      ? Named & { op: 'delete' }
      : E extends { move: object; path: infer P; body: infer B }
        ? Named & { op: LastWord<P>; body?: InputOf<B> }
        : never

type UpsertItem<G> = G extends {
  create: { path: infer P; body: infer B; permission: infer A }
  update: { permission: infer A2 }
  list: { path: infer P2 }
}
  ? [P, A] extends [P2, A2]
    ? { op: 'upsert'; external_id: string; if_match?: number; body: InputOf<B> }
    : never
  : never

/** The body of a bulk request: several operations on one collection. */
export interface BulkRequest<G> {
  /** `atomic`: all items or none; `each`: every item that succeeds. */
  mode: 'atomic' | 'each'
  items: ({ [K in keyof G]: ItemOf<K, G[K]> }[keyof G] | UpsertItem<G>)[]
}

/** The endpoint that runs several operations of a collection in one request. */
export interface Bulk<G> {
  operationId: `bulk${string}`
  method: 'post'
  path: G extends { list: { path: infer P extends string } } ? `${P}/bulk` : never
  tag: Tag
  summary: string
  description: string
  permission: 'authenticated'
  query: z.core.$ZodType<{ dry_run?: boolean }, { dry_run?: boolean }>
  body: z.core.$ZodType<BulkRequest<G>, BulkRequest<G>>
  success: { status: 200; body: typeof BulkResult }
  errors: EndpointSpec['errors']
  bulk: Readonly<Record<string, EndpointSpec>>
}

const dryRun = z.strictObject({
  dry_run: queryBoolean()
    .optional()
    .meta({ description: 'Runs every item and writes nothing: the answer is what would have happened.' }),
})

/** The operations of a group that an item of a bulk request can name, by their `op`. */
function operationsOf(group: EndpointGroup): Record<string, EndpointSpec> {
  const { create, update, delete: remove } = group
  const moves = Object.values(group).flatMap((one): [string, EndpointSpec][] =>
    one.move ? [[one.move.name, one]] : [],
  )
  return {
    ...(create ? { create } : {}),
    ...(update ? { update } : {}),
    ...(remove ? { delete: remove } : {}),
    ...Object.fromEntries(moves),
  }
}

/** Derives the bulk endpoint of a collection from the operations that the collection has. */
export function bulk<const G extends EndpointGroup & BulkGroup>(group: G): Bulk<G> {
  const { path, tag, operationId } = group.list
  const types = operationId.slice('list'.length)
  const operations = operationsOf(group)
  const variants = Object.entries(operations).map(([op, endpoint]) => variantOf(types, op, endpoint))
  if (isUpsertable(group)) variants.push(upsertVariant(types, group.create))
  const [first, ...rest] = variants
  if (!first) throw new Error(`${path} has nothing that a bulk request could do`)
  const item =
    rest.length === 0
      ? first
      : z
          .discriminatedUnion('op', [first, ...rest])
          .meta({ id: `Bulk${types}Item`, description: 'One operation, selected by `op`.' })
  const body = z
    .strictObject({ mode: bulkMode, items: z.array(item).min(1).max(MOST_BULK_ITEMS).meta(Items) })
    .meta({ id: `Bulk${types}Request`, description: 'Several operations in one request.' })
  const many = path.slice(1).replaceAll('-', ' ')
  const spec: Bulk<EndpointGroup & BulkGroup> = {
    operationId: `bulk${types}`,
    method: 'post',
    path: `${path}/bulk` as never,
    tag,
    summary: `Write many ${many}`,
    description: [
      'Runs up to 500 operations. Each item needs the permission of its own operation, and is answered as that operation would answer it. `atomic` changes everything or nothing; `each` makes every change that succeeds.',
      ...(isUpsertable(group) ? [UPSERTS] : []),
      'Within a transaction creates run first, in the order sent, then the other items ordered by id; the results are in the order sent.',
    ].join(' '),
    permission: 'authenticated',
    query: dryRun as never,
    body: body as never,
    success: { status: 200, body: BulkResult },
    errors: [...new Set(Object.values(operations).flatMap(problemsOfItem))],
    bulk: operations,
  }
  // The object is built dynamically, so the cast is needed: `Bulk` describes what this function returns.
  return spec as unknown as Bulk<G>
}

const UPSERTS = 'An `upsert` creates the record of the external id, or updates it if it exists.'

/** The item that creates or changes the record with an external id. */
const upsertVariant = (types: string, { body = z.object({}) }: EndpointSpec) =>
  z
    .strictObject({
      op: z.literal('upsert').meta({ description: 'The operation of the item.' }),
      external_id: upsertName,
      if_match: ifMatch,
      body,
    })
    .meta({
      id: `Bulk${types}Upsert`,
      description:
        'The item with `op`: `upsert`. It creates the record, or changes the one that has the external id.',
    })

/** The problem codes that one item can cause in the answer of an atomic request. */
const problemsOfItem = ({ errors = [], permission }: EndpointSpec) => [
  ...errors,
  'not_found' as const,
  'precondition_failed' as const,
  ...(permission === 'authenticated' ? [] : (['permission_denied'] as const)),
]

function variantOf(types: string, op: string, { body, method, success }: EndpointSpec): z.ZodObject {
  if (method === 'delete') return plainVariant(op)
  if (body === MoveInput) return plainVariant(op, MoveInput)
  const isNew = success.status === 201
  const isOptional = !isNew && method === 'post'
  const name = op.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  return z
    .strictObject({
      op: z.literal(op).meta({ description: 'The operation of the item.' }),
      ...(isNew ? {} : { id: member.id, if_match: ifMatch }),
      body: isOptional ? z.optional(body ?? z.object({})) : (body ?? z.object({})),
    })
    .meta({ id: `Bulk${types}${name}`, description: `The item with \`op\`: \`${op}\`.` })
}
