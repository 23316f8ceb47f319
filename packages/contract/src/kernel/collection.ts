import { z } from 'zod'
import type { OutputOf } from './endpoint.ts'
import { columnsParameter } from './exports.ts'
import { externalIdFilter } from './external-ids.ts'
import { byReference, byValue, type Filter, filterShape } from './filters.ts'
import { type IncludeQuery, type Inclusions, includeParameter } from './include.ts'
import type { Permission } from './permissions.ts'
import { queryBoolean, queryCommaList, queryInteger, text, verbatim } from './schema.ts'

/** Parameters whose names the tenant's data defines. Each is a list of texts, which the handler of the resource reads. */
export interface OpenParameters {
  /** Prefix of their names, and of the sort fields that the tenant's data defines: `cf_`. */
  readonly prefix: string
  /** Name of the one parameter that represents all of them in the document. */
  readonly name: string
  readonly description: string
}

interface CollectionSpec {
  readonly filters: Readonly<Record<string, Filter>>
  /** The records that `include` can add to the answer. */
  readonly include?: Inclusions | undefined
  /** Fields to sort by; `id` is always the last tie-break. */
  readonly sort: readonly string[]
  /** Default order, comma-separated as in `sort`; otherwise newest first. A catalogue lists own records before shared ones. */
  readonly defaultSort?: string
  /** `q` searches for words in the record's text members. */
  readonly search?: boolean
  /** Adds the parameter `archived`; by default, archived records are not listed. */
  readonly archivable?: boolean
  /** The list contains the tenant's own records and the shared ones of the root tenant. */
  readonly catalogue?: boolean
  /** The records have `external_ids`; adds the filter `external_id`. */
  readonly hasExternalIds?: boolean
  /** Fields that need a further permission to filter or sort by them. */
  readonly restricted?: Readonly<Record<string, Permission>>
  /** Parameters that do not correspond to a column; the handler of the resource reads them. */
  readonly parameters?: Readonly<Record<string, z.ZodType>>
  /** Parameters whose values are users, in addition to filters by user: `me` stands for the caller. */
  readonly users?: readonly string[]
  /** Parameters and sort fields that the tenant's data defines. */
  readonly open?: OpenParameters
}

type OpenValue = string | number | boolean

type FilterParameters<F extends Readonly<Record<string, Filter>>> = {
  [K in keyof F & string as F[K]['kind'] extends 'range' ? never : K]?: F[K] extends { kind: 'boolean' }
    ? boolean
    : F[K] extends { schema: infer S }
      ? OutputOf<S>[]
      : never
} & {
  [K in keyof F & string as F[K]['kind'] extends 'range' ? `${K}__gte` | `${K}__lt` : never]?: F[K] extends {
    schema: infer S
  }
    ? OutputOf<S>
    : never
} & {
  [K in keyof F & string as F[K] extends { nullable: true } ? `${K}__is_null` : never]?: boolean
}

/** The parameters of a list in the typed client. */
export type CollectionQuery<C extends CollectionSpec> = {
  limit?: number
  cursor?: string
  sort?: string[]
  count?: boolean
  columns?: string[]
  id?: string[]
} & (C['include'] extends Inclusions<infer N> ? IncludeQuery<N> : unknown) &
  (C['search'] extends true ? { q?: string } : unknown) &
  (C['archivable'] extends true ? { archived?: 'exclude' | 'include' | 'only' } : unknown) &
  (C['hasExternalIds'] extends true ? { external_id?: string[] } : unknown) &
  (C['catalogue'] extends true ? { shared?: 'include' | 'exclude' | 'only' } : unknown) &
  (C['parameters'] extends object
    ? { [K in keyof C['parameters']]?: OutputOf<C['parameters'][K]> }
    : unknown) &
  (C['open'] extends { prefix: infer P extends string }
    ? { [K in `${P}${string}`]?: OpenValue | readonly OpenValue[] }
    : unknown) &
  FilterParameters<C['filters']>

/** A collection: its declared filters and sort fields, and the schema of its query string. */
export interface Collection<C extends CollectionSpec = CollectionSpec> extends CollectionSpec {
  readonly include?: C['include']
  readonly query: z.core.$ZodType<CollectionQuery<C>, CollectionQuery<C>>
}

/** For lists whose records are archived together with another record; other lists set `archivable`. */
export const archivedParameter = z.enum(['exclude', 'include', 'only']).meta({
  id: 'ArchivedFilter',
  description: 'Whether archived records are listed. Default: they are left out.',
})
const sharedParameter = z.enum(['include', 'exclude', 'only']).meta({
  id: 'SharedFilter',
  description: 'Whether records that the root tenant shares are listed. Default: they are listed.',
})

const limit = queryInteger(z.int().min(1).max(500))
  .optional()
  .meta({ description: 'Number of records on a page. Default: 100.' })
/** The schema accepts any text, even an empty one: the list itself rejects every cursor that the service did not return. */
const cursor = verbatim(2048)
  .optional()
  .meta({ description: 'Where the page starts, from the `Link` of the page before.' })
const count = queryBoolean().optional().meta({ description: 'Adds Total-Count, exact up to 10,000.' })
const q = text(200)
  .normalize('NFC')
  .optional()
  .meta({ description: 'Words to find in the record; case and accents are ignored.' })
const archived = archivedParameter.optional()
const shared = sharedParameter.optional()

/** Every collection can be filtered by the ids of its records. */
const byId = { id: byReference('the record') }

/** The filter by external ids. If the records also have a member `external_id`, the filter matches either. */
const byExternalId = { external_id: byValue(externalIdFilter) }

/** Declares a collection. Parameters that it does not declare are refused. */
export function collection<const C extends CollectionSpec>(spec: C): Collection<C> {
  const filters = { ...byId, ...(spec.hasExternalIds ? byExternalId : {}), ...spec.filters }
  const orders = [...spec.sort, 'id'].flatMap((field) => [field, `-${field}`])
  const shape: Record<string, z.ZodType> = {
    limit,
    cursor,
    sort: queryCommaList(spec.open ? openOrder(orders, spec.open) : z.enum(orders))
      .optional()
      .meta({
        description: `Order of the records, \`-\` = descending. Default: ${defaultOf(spec)}.${restrictionOf(spec, spec.sort)}`,
        param: { style: 'form', explode: false },
      }),
    count,
    columns: columnsParameter,
  }
  if (spec.include) shape.include = includeParameter(spec.include)
  if (spec.search) shape.q = q
  if (spec.archivable) shape.archived = archived
  if (spec.catalogue) shape.shared = shared
  for (const [name, schema] of Object.entries(spec.parameters ?? {})) shape[name] = schema.optional()
  for (const [field, filter] of Object.entries(filters))
    Object.assign(shape, filterShape(field, filter, restrictionOf(spec, [field])))
  // The shape is built dynamically, so the cast is needed: CollectionQuery describes what this function builds.
  const query = z.strictObject(shape) as unknown as Collection<C>['query']
  const users = Object.entries(spec.filters).flatMap(([field, filter]) =>
    filter.kind === 'equals' && filter.isUser ? [field] : [],
  )
  return { ...spec, filters, users: [...users, ...(spec.users ?? [])], query }
}

/** The default order in words, for the document. */
function defaultOf({ catalogue, defaultSort = '-id' }: CollectionSpec): string {
  return catalogue ? `own records before shared ones, then \`${defaultSort}\`` : `\`${defaultSort}\``
}

/** One sentence for each field that needs a further permission. */
const restrictionOf = ({ restricted = {} }: CollectionSpec, fields: readonly string[]) =>
  fields
    .filter((field) => field in restricted)
    .map((field) => ` \`${field}\` needs the permission \`${restricted[field]}\`.`)
    .join('')

/** Accepts a declared sort field, or one that the tenant's data defines. */
function openOrder(orders: readonly string[], { prefix }: OpenParameters): z.ZodType<string> {
  const pattern = `^-?(${orders.filter((order) => !order.startsWith('-')).join('|')}|${prefix}.+)$`
  const error = `must be one of ${orders.join(', ')}, or begin with ${prefix} or -${prefix}`
  return z
    .string()
    .refine((order) => new RegExp(pattern).test(order), { error })
    .meta({ pattern, examples: [`-${prefix}room`] })
}
