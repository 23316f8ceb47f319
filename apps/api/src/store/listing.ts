import type { Collection } from '@commonhold/contract'
import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { branchesOf, inPart, type Part, partOf, startOf } from './branches.ts'
import type { ReadContext } from './context.ts'
import { readCursor, refuseForgedCursor, writeCursor } from './cursor.ts'
import { type Grouping, groupedQuery } from './grouping.ts'
import { alternativesAfter, type ListQuery, permissionsOf, shapeOf, sortKeys } from './list.ts'
import { conditionsIn, countQuery, orderOf, type Plan, pageStatement, type Scope } from './page-statements.ts'
import { DEFAULT_LIMIT, type Page, respondWithPage } from './paging.ts'
import { assertPermission } from './permissions.ts'
import { withVisibleIds } from './references.ts'
import type { RowOf, Store } from './store.ts'

/**
 * How many rows a page's statement reads. PostgreSQL plans it once for all values, and assumes that an unknown limit is a
 * tenth of the table. So the limit is a constant of the statement, in a few sizes.
 */
const REACHES = [11, 26, 51, 101, 201, 501]

const reachOf = (limit: number) => REACHES.find((reach) => reach > limit) ?? limit + 1

/** The SQL of a query, for a scope that finds the ids of a page by other means than the table's indexes. */
export interface QueryParts {
  /** All conditions except the scope's, and the start of the page; columns are qualified by the table's name. */
  readonly conditions: SQL | undefined
  readonly order: SQL
  /** The direction when the list is sorted by id only. */
  readonly byId: 'asc' | 'desc' | undefined
  /**
   * True when there is a cursor. In an order by id, `after.0` is then the placeholder for the id of the record before the page.
   */
  readonly isContinued: boolean
}

/** Builds the parts of a query for `Scope.page`. `listRecords` fills its placeholders, including `limit`. */
export function queryPartsOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  collection: Collection,
  query: ListQuery,
): QueryParts {
  const keys = sortKeys(collection, store.columns, query.sort)
  const start = query.cursor === undefined ? undefined : readCursor(query.cursor, keys).values
  const filtering = { collection, query, scope: undefined, shape: shapeOf(query, start) }
  const [first] = keys
  return {
    conditions: and(store.mine(), conditionsIn(store, filtering), or(...alternativesAfter(keys, start))),
    order: sql.join(orderOf(keys), sql`, `),
    byId: first?.field === 'id' ? (first.descending ? 'desc' : 'asc') : undefined,
    isContinued: start !== undefined,
  }
}

/** One page of a collection, with paging in the response headers; `scope` restricts it to a parent's records. */
export async function listRecords<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  context: ReadContext,
  collection: Collection,
  query: ListQuery,
  scope?: Scope,
): Promise<RowOf<T, D>[]> {
  return respondWithPage(context, await readPage(store, context, collection, query, scope))
}

/** A page that a handler may shorten, because there is a cursor for each of its rows. */
export interface ContinuablePage<Row> extends Page<Row> {
  /** The cursor of the page that follows a row of this one. */
  readonly cursorAfter: (row: Row) => string
}

/** A page for `respondWithPage`, for a list that processes the rows first. */
export async function readPage<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  context: ReadContext,
  collection: Collection,
  query: ListQuery,
  scope?: Scope,
): Promise<ContinuablePage<RowOf<T, D>>> {
  await Promise.all(
    permissionsOf(collection, query).map((needed) => assertPermission(context.reader, needed)),
  )
  const keys = sortKeys(collection, store.columns, query.sort)
  if (context.grouping)
    return countGroups(store, context, context.grouping, { collection, query, scope, keys })
  const start = startOf(collection, query)
  const cursor = start.cursor === undefined ? undefined : readCursor(start.cursor, keys)
  const plan: Omit<Plan, 'query' | 'shape'> = {
    collection,
    scope,
    keys,
    part: start.part,
    start: cursor?.values,
    reach: reachOf(query.limit ?? DEFAULT_LIMIT),
  }
  // The records that filters refer to are checked in parallel with the page; in the rare case that some are hidden, the
  // page is read again without them.
  const [found, visible] = await Promise.all([
    readPlan(store, context, plan, query),
    withVisibleIds(store.spec.references, context.reader, query),
  ]).catch(cursor ? refuseForgedCursor : rethrow)
  const { tenantId } = await context.authorized()
  const bindingIn = (part: Part | undefined) => bindingOf(store.spec.record, query, scope, tenantId, part)
  cursor?.assertBoundTo(bindingIn(start.part))
  const { page, total } = visible === query ? found : await readPlan(store, context, plan, visible)
  const limit = query.limit ?? DEFAULT_LIMIT
  const last = page.length > limit ? page[limit - 1] : undefined
  const cursorAfter = (row: RowOf<T, D>) => {
    const part = partOf(start, row)
    const values = keys.map(({ field }) => Reflect.get(row, field))
    return inPart(part, writeCursor(bindingIn(part), values))
  }
  return { rows: page.slice(0, limit), nextCursor: last && cursorAfter(last), total, cursorAfter }
}

/** Counts the records of a list in groups; the page itself is empty. */
async function countGroups<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  { reader }: ReadContext,
  { by, timezone, answer }: Grouping,
  { query, ...rest }: Pick<Plan, 'collection' | 'query' | 'scope' | 'keys'>,
): Promise<ContinuablePage<RowOf<T, D>>> {
  const visible = await withVisibleIds(store.spec.references, reader, query)
  const plan = { ...rest, query: visible, shape: shapeOf(visible, undefined) }
  const key = `groups ${JSON.stringify(by)} ${rest.scope?.name} ${plan.shape.key}`
  const statement = store.shapedCount(key, () => {
    const { counting } = store
    const conditions = conditionsIn(counting, plan)
    const parts = branchesOf(counting, visible).map(
      ({ condition }) => and(condition, conditions) ?? condition,
    )
    return groupedQuery(counting, by, parts)
  })
  const values = { ...plan.shape.values, ...rest.scope?.values, 'group.timezone': timezone }
  answer(await reader.run({ ...statement, pool: 'search' }, values))
  return { rows: [], nextCursor: undefined, total: undefined, cursorAfter: () => '' }
}

/** The rows of a page, one more if further rows exist, and the total count when it is requested. */
async function readPlan<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  { reader, inclusion }: ReadContext,
  options: Omit<Plan, 'query' | 'shape'>,
  query: ListQuery,
): Promise<{ page: RowOf<T, D>[]; total: number | undefined }> {
  const { collection, scope, part, reach, start } = options
  const plan: Plan = { ...options, query, shape: shapeOf(query, start) }
  const values = { ...plan.shape.values, ...scope?.values, limit: (query.limit ?? DEFAULT_LIMIT) + 1 }
  const paged = store.shaped(
    `list ${reach} ${collection.defaultSort} ${part} ${scope?.name} ${plan.shape.key} ${inclusion?.key}`,
    () => ({
      ...pageStatement(store, plan, inclusion),
      pool: query.q === undefined ? 'read' : 'search',
    }),
  )
  const count = () => {
    const counted = store.shapedCount(`total ${scope?.name} ${plan.shape.key}`, () => countQuery(store, plan))
    return reader.first({ ...counted, pool: 'search' }, values)
  }
  const [page, total] = await Promise.all([reader.run(paged, values), query.count ? count() : undefined])
  inclusion?.add(page)
  return { page, total: total?.count }
}

/** The text that a cursor is bound to: record type, tenant, filters, order and part of the list. */
function bindingOf(
  record: string,
  query: ListQuery,
  scope: Scope | undefined,
  tenantId: string | null,
  part: Part | undefined,
): string {
  const { limit: _, cursor: __, count: ___, ...rest } = query
  const entries = Object.entries({ ...rest, ...(scope?.bound ?? scope?.values) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return JSON.stringify([record, tenantId, entries, part])
}

function rethrow(error: unknown): never {
  throw error
}
