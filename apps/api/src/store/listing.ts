import type { Collection } from '@commonhold/contract'
import { and, asc, desc, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { holdsNames, idAfterName, sortable, sortableByName } from '../db/collation.ts'
import { build, type Statement, sqlStatement } from '../db/statement.ts'
import { branchesOf, inPart, type Part, partOf, startOf } from './branches.ts'
import type { PageInclusion } from './briefs.ts'
import type { ReadContext } from './context.ts'
import { readCursor, refuseForgedCursor, writeCursor } from './cursor.ts'
import { type Group, type Grouping, groupedQuery } from './grouping.ts'
import { assertHolds, holdsSql } from './held-permissions.ts'
import {
  alternativesAfter,
  conditionsOf,
  type ListQuery,
  type ListShape,
  permissionsOf,
  type SortKey,
  shapeOf,
  sortKeys,
} from './list.ts'
import { COUNT_LIMIT, DEFAULT_LIMIT, type Page, respondWithPage } from './paging.ts'
import { withSeenIds } from './references.ts'
import type { RowOf, Store } from './store.ts'

/** Restricts a list to the records of a parent: a condition with placeholders, and their values. */
export interface Scope {
  /** Distinguishes lists of one collection that have different conditions. */
  readonly name: string
  readonly condition: SQL
  /** Replaces the condition in the page, but not in the count: see `queryPartsOf`. */
  readonly page?: SQL
  readonly values: Readonly<Record<string, unknown>>
  /**
   * The values that cursors are bound to, when the values of the placeholders may differ between pages; `values` by
   * default.
   */
  readonly bound?: Readonly<Record<string, unknown>>
}

/** The parts of one page's statement. */
interface Plan {
  readonly collection: Collection
  readonly query: ListQuery
  readonly scope: Scope | undefined
  readonly keys: readonly SortKey[]
  /** The part in which the page begins, in a list of own records before shared ones. */
  readonly part: Part | undefined
  readonly start: readonly unknown[] | undefined
  readonly shape: ListShape
  /** Rows that the statement reads: at least one more than the page has. */
  readonly reach: number
}

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
  /** True when a cursor gives the record that the page follows; in an order by id its id is the placeholder `after.0`. */
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

/** A page that may be cut before its last row. */
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
  await Promise.all(permissionsOf(collection, query).map((needed) => assertHolds(context.reader, needed)))
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
  const [found, seen] = await Promise.all([
    readPlan(store, context, plan, query),
    withSeenIds(store.spec.references, context.reader, query),
  ]).catch(cursor ? refuseForgedCursor : rethrow)
  const { tenantId } = await context.authorized()
  const bindingIn = (part: Part | undefined) => bindingOf(store.spec.record, query, scope, tenantId, part)
  cursor?.assertBoundTo(bindingIn(start.part))
  const { page, total } = seen === query ? found : await readPlan(store, context, plan, seen)
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
  { query, ...given }: Pick<Plan, 'collection' | 'query' | 'scope' | 'keys'>,
): Promise<ContinuablePage<RowOf<T, D>>> {
  const seen = await withSeenIds(store.spec.references, reader, query)
  const plan = { ...given, query: seen, shape: shapeOf(seen, undefined) }
  const conditions = conditionsIn(store, plan)
  const parts = branchesOf(store, seen).map(({ condition }) => and(condition, conditions) ?? condition)
  const statement = sqlStatement<Group>(groupedQuery(store, by, parts), false)
  const values = { ...plan.shape.values, ...given.scope?.values, 'group.timezone': timezone }
  answer(await reader.run({ ...statement, pool: 'search' }, values))
  return { rows: [], nextCursor: undefined, total: undefined, cursorAfter: () => '' }
}

/** The rows of a page, one more if further rows exist, and the total count when it is requested. */
async function readPlan<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  { reader, inclusion }: ReadContext,
  wanted: Omit<Plan, 'query' | 'shape'>,
  query: ListQuery,
): Promise<{ page: RowOf<T, D>[]; total: number | undefined }> {
  const { collection, scope, part, reach, start } = wanted
  const plan: Plan = { ...wanted, query, shape: shapeOf(query, start) }
  const values = { ...plan.shape.values, ...scope?.values, limit: (query.limit ?? DEFAULT_LIMIT) + 1 }
  const paged = store.shaped(
    `list ${reach} ${collection.defaultSort} ${part} ${scope?.name} ${plan.shape.key} ${inclusion?.key}`,
    () => ({
      ...pageStatement(store, plan, inclusion),
      pool: query.q === undefined ? 'read' : 'search',
    }),
  )
  const [page, total] = await Promise.all([
    reader.run(paged, values),
    query.count ? reader.first(countQuery(store, plan), values) : undefined,
  ])
  inclusion?.take(page)
  return { page, total: total?.total }
}

function pageStatement<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  plan: Plan,
  inclusion: PageInclusion | undefined,
): Statement<RowOf<T, D>> {
  const page = pageQuery(store, plan)
  return sqlStatement(inclusion?.around(page) ?? page)
}

function pageQuery<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  plan: Plan,
): SQL {
  const conditions = conditionsIn(store, plan, plan.scope?.page ?? plan.scope?.condition)
  const branch = (whose: SQL, after: SQL | undefined) =>
    build
      .select(store.selection())
      .from(store.from())
      .where(and(whose, conditions, after))
      .orderBy(...orderOf(plan.keys))
      .getSQL()
  // A page that begins among the shared records has none of the tenant's own left to read.
  const parts = branchesOf(store, plan.query)
    .filter(({ part }) => plan.part !== 'shared' || part === 'shared')
    .flatMap(({ part, condition }) => {
      const start = plan.part === undefined || plan.part === part ? plan.start : undefined
      return alternativesAfter(plan.keys, start).map((after) => branch(condition, after))
    })
  const limit = sql`limit ${sql.raw(String(plan.reach))}`
  const [only, ...more] = parts
  if (!only) throw new Error('a list reads at least one branch')
  if (more.length === 0) return sql`${only} ${limit}`
  const order = sql.join(
    [
      ...(plan.part === undefined ? [] : [sql.raw('is_shared')]),
      ...plan.keys.map(
        ({ column, descending }) => sql`${sortableByName(column)} ${sql.raw(descending ? 'desc' : 'asc')}`,
      ),
    ],
    sql`, `,
  )
  const union = sql.join(
    parts.map((part) => sql`(${part} ${limit})`),
    sql` union all `,
  )
  return sql`select * from (${union}) page order by ${order} ${limit}`
}

const orderOf = (keys: readonly SortKey[]): SQL[] =>
  keys.map(({ column, descending, field }, at) => {
    const before = keys[at - 1]?.column
    const isAfterName = field === 'id' && before?.table === column.table && holdsNames(before)
    const sorted = isAfterName ? idAfterName(column) : sortable(column)
    return descending ? desc(sorted) : asc(sorted)
  })

/** Counts up to the limit of `Total-Count`. */
function countQuery<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  plan: Plan,
): Statement<{ total: number }> {
  const conditions = conditionsIn(store, plan)
  const counted = branchesOf(store, plan.query).map(
    ({ condition }) =>
      sql`(select 1 from ${store.counted()} where ${and(condition, conditions)} limit ${sql.raw(String(COUNT_LIMIT + 1))})`,
  )
  const count = sql`select count(*)::int as total from (${sql.join(counted, sql` union all `)}) counted`
  return { ...sqlStatement(count, false), pool: 'search' }
}

const conditionsIn = <T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  plan: Pick<Plan, 'collection' | 'query' | 'scope' | 'shape'>,
  narrowed: SQL | undefined = plan.scope?.condition,
) =>
  and(
    // Checked before as well. Repeated in this statement, so that a permission that is lost in between discloses nothing.
    ...permissionsOf(plan.collection, plan.query).map(holdsSql),
    narrowed,
    conditionsOf(
      plan.collection,
      store.columns,
      { searched: store.spec.searched ?? [], keys: store.spec.keys ?? {} },
      plan.query,
      plan.shape,
      store.shownUsers(),
    ),
  )

/** What a cursor is bound to: this record type, tenant, filters and order. */
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
