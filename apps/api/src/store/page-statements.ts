import type { Collection } from '@commonhold/contract'
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { containsNames, idAfterName, sortable, sortableByName } from '../db/collation.ts'
import { build, type Statement, sqlStatement } from '../db/statement.ts'
import { branchesOf, type Part } from './branches.ts'
import type { PageInclusion } from './briefs.ts'
import {
  alternativesAfter,
  conditionsOf,
  type ListQuery,
  type ListShape,
  permissionsOf,
  type SortKey,
} from './list.ts'
import { COUNT_LIMIT } from './paging.ts'
import { hasPermissionSql } from './permissions.ts'
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

/** The values that determine the statement of a page. */
export interface Plan {
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

/** The statement that reads a page, together with the records that it includes. */
export function pageStatement<T extends PgTable, D extends Record<string, SQL.Aliased>>(
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
  // A page that begins with shared records has no own records: these come before them.
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

/** The order of a list. */
export const orderOf = (keys: readonly SortKey[]): SQL[] =>
  keys.map(({ column, descending, field }, at) => {
    const before = keys[at - 1]?.column
    const isAfterName = field === 'id' && before?.table === column.table && containsNames(before)
    const sorted = isAfterName ? idAfterName(column) : sortable(column)
    return descending ? desc(sorted) : asc(sorted)
  })

/** Counts up to the limit of `Total-Count`. */
export function countQuery<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  { counting }: Store<T, D>,
  plan: Plan,
): SQL {
  const conditions = conditionsIn(counting, plan)
  const counted = branchesOf(counting, plan.query).map(
    ({ condition }) =>
      sql`(select 1 from ${counting.from()} where ${and(condition, conditions)} limit ${sql.raw(String(COUNT_LIMIT + 1))})`,
  )
  return sql`select count(*)::int as count from (${sql.join(counted, sql` union all `)}) counted`
}

/** The conditions of a list: its filters, its scope and the permissions that the filters require. */
export const conditionsIn = <T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  plan: Pick<Plan, 'collection' | 'query' | 'scope' | 'shape'>,
  scopeCondition: SQL | undefined = plan.scope?.condition,
) =>
  and(
    // Also checked before. Repeated in this statement, because a permission may be revoked in between.
    ...permissionsOf(plan.collection, plan.query).map(hasPermissionSql),
    scopeCondition,
    conditionsOf(
      plan.collection,
      store.columns,
      { searched: store.spec.searched ?? [], keys: store.spec.keys ?? {} },
      plan.query,
      plan.shape,
      store.shownUsers(),
    ),
  )
