import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { build, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { RowOf, Store } from '../../store/store.ts'
import { inUse, visible } from '../projects/visibility.repository.ts'

/** The parts of a record in their order, including shared parts. */
export const partsOf = <T extends PgTable, D extends Record<string, SQL.Aliased>>(
  tx: Transaction,
  store: Store<T, D>,
  member: string,
  id: string,
): Promise<RowOf<T, D>[]> =>
  tx.run(
    store.fixed(`parts by ${member}`, () =>
      build
        .select(store.selection())
        .from(store.from())
        .where(and(store.visible(), store.names(member, 'parent_id')))
        .orderBy(asc(store.column('position')), asc(store.column('id'))),
    ),
    { parent_id: id },
  )

const activeIn = (table: string) =>
  sqlStatement<{ id: string }>(
    sql`select c.id from ${sql.raw(table)} c where ${visible('c')} and c.is_active`,
  )

const active = {
  statuses: activeIn('issue_statuses'),
  fields: activeIn('issue_fields'),
  screens: sqlStatement<{ id: string }>(
    sql`select c.id from issue_screens c where ${visible('c')} and ${inUse('c')}`,
  ),
} as const

/** The ids of the active records of a kind. */
export async function activeIds(tx: Transaction, kind: keyof typeof active): Promise<ReadonlySet<string>> {
  return new Set((await tx.run(active[kind])).map(({ id }) => id))
}

const ownGroups = sqlStatement<{ id: string }>(sql`
  select id from groups where tenant_id = ${tenantId} and id = any(${sql.placeholder('ids')}::text[])`)

/** True if all of the groups belong to the tenant. */
export async function hasGroups(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  return ids.length === 0 || (await tx.run(ownGroups, { ids })).length === ids.length
}
