import { eq, getTableName, or, sql, type Table } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { errorsIn, invalid, problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from './context.ts'
import { columnsReferringTo } from './referring-columns.ts'

/** Checks whether records may be referred to. */
export interface Referable {
  /** Returns a record in use; otherwise rejects. If the body refers to the record, the caller must also be able to see it. */
  reference(tx: Transaction, field: string, id: string): Promise<unknown>
  /** The ids of records that the caller can see, including archived ones and users who left. */
  visibleIds(reader: Reader, ids: readonly string[]): Promise<string[]>
  /**
   * Locks a record of the tenant against deletion until the transaction ends. References with a foreign key do not need it.
   */
  lockReference?(tx: Transaction, id: string): Promise<unknown>
}

type References = Readonly<Record<string, Referable>> | undefined

/** Checks the records that members refer to, see `Referable.reference`; all errors are reported together. */
export async function references(
  known: References,
  tx: Transaction,
  values: Record<string, unknown>,
): Promise<void> {
  const named = Object.entries(known ?? {}).filter(([field]) => typeof values[field] === 'string')
  const errors = await errorsIn(
    ...named.map(
      ([field, store]) =>
        () =>
          store.reference(tx, field, String(values[field])),
    ),
  )
  if (errors.length > 0) throw invalid(...errors)
}

/**
 * A query without the ids that match nothing for the caller: unknown ids, and those of records that the caller cannot see.
 * A filter that loses all of its ids becomes an empty list, which matches nothing.
 */
export async function withVisibleIds<Q extends object>(
  known: References,
  reader: Reader,
  query: Q,
): Promise<Q> {
  const filters = new Map<string, unknown>(Object.entries(query))
  const named = Object.entries(known ?? {}).filter(([field]) => filters.get(field) !== undefined)
  const visibleFilters = await Promise.all(
    named.map(async ([field, store]) => {
      const ids = [filters.get(field)].flat().map(String)
      const visible = new Set(await store.visibleIds(reader, ids))
      return ids.every((id) => visible.has(id)) ? [] : [[field, ids.filter((id) => visible.has(id))] as const]
    }),
  )
  const changes = visibleFilters.flat()
  return changes.length === 0 ? query : { ...query, ...Object.fromEntries(changes) }
}

/** A permission that is limited to projects gives access to the records of those projects only. */
export async function assertInScope(
  context: WriteContext,
  row: object,
  member: string | null = 'project_id',
): Promise<void> {
  const { projectIds } = await context.authorized()
  if (projectIds !== null && member !== null && !projectIds.includes(Reflect.get(row, member)))
    throw problem('permission_denied')
}

/** The error of a new record without a project, when the permission is limited to projects. */
export const limitedToProjects = (member: string) =>
  problem(
    'permission_denied',
    {},
    `The permission is limited to projects. Send one of them as ${member}: GET /me/projects lists them.`,
  )

/** Checks the project of a new record; a record without one is rejected with the advice to send a project. */
export async function assertNewInScope(
  context: WriteContext,
  row: object,
  member: string | null = 'project_id',
): Promise<void> {
  const { projectIds } = await context.authorized()
  if (projectIds !== null && member !== null && Reflect.get(row, member) === null)
    throw limitedToProjects(member)
  await assertInScope(context, row, member)
}

/** The parts of a store that are needed to check a deletion. */
interface Deletable {
  readonly spec: { readonly table: PgTable; readonly kind: string }
  readonly columns: Readonly<Record<string, PgColumn>>
}

/** The number of rows of a table as text: "1 issue type", "2 issue types". */
function counted(count: number, table: string): string {
  const rows = table.replaceAll('_', ' ')
  if (count !== 1) return `${count} ${rows}`
  return `1 ${rows.replace(/ies$/, 'y').replace(/(ss|us)es$|s$/, '$1')}`
}

/**
 * Rejects the deletion of a record that others refer to; the problem counts those that the caller can see. References to
 * users and tenants come from every tenant, so their handlers check them separately.
 */
export const assertUnreferenced = (store: Deletable, reader: Reader, id: string): Promise<void> =>
  assertUnreferencedExcept(store, reader, id, [])

/** Like `assertUnreferenced`, for a record that is deleted together with its parts, which are rows of these tables. */
export async function assertUnreferencedExcept(
  { spec, columns }: Deletable,
  reader: Reader,
  id: string,
  parts: readonly PgTable[],
): Promise<void> {
  if (spec.kind === 'global') return
  const byTable = Map.groupBy(columnsReferringTo(spec.table), ({ table }) => table)
  const others = [...byTable].filter(([table]) => !parts.some((part) => part === table))
  const counts = await Promise.all(
    others.map(async ([table, naming]) => {
      const row = await reader.first(countOf(table, naming), { id })
      return [getTableName(table), row?.count ?? 0] as const
    }),
  )
  const used = counts.filter(([, count]) => count > 0)
  if (used.length === 0) return
  const uses = used.map(([table, count]) => counted(count, table)).join(', ')
  const remedy = columns.archived_at ? 'Remove them first, or archive the record.' : 'Remove them first.'
  throw problem(
    'dependent_item_exists',
    { dependents: Object.fromEntries(used) },
    `Still in use by ${uses}. ${remedy}`,
  )
}

/** A row that refers to the record twice counts once. */
const countOf = (table: Table, columns: readonly PgColumn[]) => {
  const naming = or(...columns.map((column) => eq(column, sql.placeholder('id'))))
  return sqlStatement<{ count: number }>(
    sql`select count(*)::int as count from ${table} where (${naming}) and tenant_id = ${tenantId}`,
  )
}
