import type { Collection, Permission } from '@commonhold/contract'
import {
  and,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { matches, patternsOf } from '../base/words.ts'
import { sortable } from '../db/collation.ts'
import { hasExternalId } from './external-ids.ts'

/** The parameters of a list, after validation. */
export interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly sort?: readonly string[]
  readonly count?: boolean
  readonly q?: string
  readonly archived?: 'exclude' | 'include' | 'only'
  readonly shared?: 'include' | 'exclude' | 'only'
  readonly [filter: string]: unknown
}

/** Columns by the name of the member in the contract. */
export type Columns = Readonly<Record<string, PgColumn>>

/** One key of the order: a column and its direction. */
export interface SortKey {
  readonly field: string
  readonly column: PgColumn
  readonly descending: boolean
}

/**
 * The shape of a query without its values: lists of one shape share one statement. `values` fills the statement's
 * placeholders; a placeholder has the name of its parameter.
 */
export interface ListShape {
  readonly key: string
  readonly values: Record<string, unknown>
}

/** The shape of a query. `start` has the sort values of the cursor, if there is one. */
export function shapeOf(query: ListQuery, start: readonly unknown[] | undefined): ListShape {
  const values: Record<string, unknown> = {}
  const parts: string[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || name === 'limit' || name === 'cursor' || name === 'count') continue
    if (name === 'sort' || name === 'archived' || name === 'shared' || name.endsWith('__is_null'))
      parts.push(`${name}=${value}`)
    else if (name === 'q')
      patternsOf(String(value)).forEach((pattern, at) => {
        values[`q.${at}`] = pattern
      })
    // With an equality on a single value, an index can also provide the order of the columns that follow.
    else if (Array.isArray(value) && value.length === 1) values[name] = value[0]
    else values[Array.isArray(value) ? `${name}.any` : name] = value
  }
  start?.forEach((value, at) => {
    if (value === null) parts.push(`after.${at}=null`)
    else values[`after.${at}`] = value
  })
  return { key: [...parts, ...Object.keys(values)].join('&'), values }
}

/** The order of a list, with the id as the last tie-break. */
export function sortKeys(
  collection: Collection,
  columns: Columns,
  sort: readonly string[] | undefined,
): SortKey[] {
  const named = (sort ?? (collection.defaultSort ?? '-id').split(',')).map((entry) => ({
    field: entry.replace(/^-/, ''),
    descending: entry.startsWith('-'),
  }))
  const descending = named[0]?.descending ?? true
  const complete = named.some(({ field }) => field === 'id') ? named : [...named, { field: 'id', descending }]
  return complete.map((key) => ({ ...key, column: columnOf(columns, key.field) }))
}

function columnOf(columns: Columns, field: string): PgColumn {
  const column = columns[field]
  if (!column) throw new Error(`the table has no column for ${field}`)
  return column
}

/** The permissions that the filters and sort fields of a query require. */
export function permissionsOf({ restricted }: Collection, query: ListQuery): Permission[] {
  if (!restricted) return []
  const fields = fieldsIn(query)
  const needed = Object.entries(restricted).filter(([field]) => fields.has(field))
  return [...new Set(needed.map(([, permission]) => permission))]
}

/** The members that a query filters or sorts by. */
export function fieldsIn(query: ListQuery): Set<string> {
  const filtered = Object.keys(query).filter((name) => query[name] !== undefined)
  return new Set([
    ...filtered.map((name) => name.replace(/__(gte|lt|is_null)$/, '')),
    ...(query.sort ?? []).map((entry) => entry.replace(/^-/, '')),
  ])
}

/**
 * The conditions of a list: its filters, words and archived records. `shown`: members whose returned value differs from the
 * stored one.
 */
export function conditionsOf(
  collection: Collection,
  columns: Columns,
  { searched, keys }: { readonly searched: readonly PgColumn[]; readonly keys: Columns },
  query: ListQuery,
  shape: ListShape,
  shown: Readonly<Record<string, SQL>> = {},
): SQL | undefined {
  const has = (name: string) => Object.hasOwn(shape.values, name)
  const filters = Object.keys(collection.filters).flatMap((field) => {
    const isExternal = field === 'external_id' && collection.hasExternalIds
    if (isExternal && !columns.external_id) return [externalIdCondition(columns, shape)]
    const column = columnOf(columns, field)
    const value = shown[field] ?? column
    const key = keys[field] ?? columns[`${field}_key`]
    const requiresNull = query[`${field}__is_null`]
    return [
      isExternal ? externalIdCondition(columns, shape) : undefined,
      has(field) && !isExternal ? equalTo(column, key, field) : undefined,
      // All values are one parameter, so that their number does not change the shape.
      has(`${field}.any`) && !isExternal ? anyOf(column, key, `${field}.any`) : undefined,
      has(`${field}__gte`) ? gte(column, sql.placeholder(`${field}__gte`)) : undefined,
      has(`${field}__lt`) ? lt(column, sql.placeholder(`${field}__lt`)) : undefined,
      requiresNull === undefined ? undefined : requiresNull ? isNull(value) : isNotNull(value),
    ]
  })
  const words = Object.keys(shape.values).filter((name) => name.startsWith('q.'))
  return and(
    ...filters,
    archivedCondition(collection, columns, query),
    ...words.map((name) => or(...searched.map((column) => matches(column, name)))),
  )
}

/** The condition on the external ids of a record, when the query has one. */
function externalIdCondition(columns: Columns, { values }: ListShape): SQL | undefined {
  const id = columnOf(columns, 'id')
  if (Object.hasOwn(values, 'external_id'))
    return hasExternalId(id, columns.external_id, 'external_id', false)
  if (Object.hasOwn(values, 'external_id.any'))
    return hasExternalId(id, columns.external_id, 'external_id.any', true)
  return undefined
}

/** Members that are unique ignoring case are compared ignoring case. */
const equalTo = (column: PgColumn, key: PgColumn | undefined, name: string) =>
  key ? sql`${key} = lower(${sql.placeholder(name)})` : eq(sortable(column), sql.placeholder(name))

const anyOf = (column: PgColumn, key: PgColumn | undefined, name: string) =>
  key
    ? sql`${key} = any(array(select lower(requested) from unnest(${sql.placeholder(name)}::text[]) requested))`
    : sql`${sortable(column)} = any(${sql.placeholder(name)})`

function archivedCondition(collection: Collection, columns: Columns, query: ListQuery): SQL | undefined {
  if (!collection.archivable || query.archived === 'include') return undefined
  const column = columnOf(columns, 'archived_at')
  return query.archived === 'only' ? isNotNull(column) : isNull(column)
}

/**
 * The condition for the rows after the cursor. PostgreSQL sorts null last, or first when descending. When nulls follow,
 * they are a separate alternative, because an index can serve either condition but not both together.
 */
export function alternativesAfter(
  keys: readonly SortKey[],
  start: readonly unknown[] | undefined,
): (SQL | undefined)[] {
  if (!start) return [undefined]
  const values = keys.map((_, at) => (start[at] === null ? null : sql.placeholder(`after.${at}`)))
  const branches = keys.map((key, at) =>
    and(
      ...keys.slice(0, at).map((same, index) => equals(same.column, values[index] ?? null)),
      beyond(key, values[at] ?? null),
    ),
  )
  const [key] = keys
  const [value = null] = values
  if (!key || value === null) return [or(...branches)]
  // Redundant, but this is the condition that an index can use.
  const first = sortable(key.column)
  const bound = key.descending ? lte(first, value) : gte(first, value)
  const among = and(bound, or(...branches))
  return key.column.notNull || key.descending ? [among] : [among, isNull(key.column)]
}

const equals = (column: PgColumn, value: Placeholder | null) =>
  value === null ? isNull(column) : eq(sortable(column), value)

function beyond({ column, descending }: SortKey, value: Placeholder | null): SQL | undefined {
  if (value === null) return descending ? isNotNull(column) : sql`false`
  if (descending) return lt(sortable(column), value)
  const above = gt(sortable(column), value)
  return column.notNull ? above : or(above, isNull(column))
}
