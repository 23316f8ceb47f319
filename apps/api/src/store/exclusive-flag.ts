import { and, eq, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { build } from '../db/statement.ts'
import type { WriteContext } from './context.ts'
import type { Store } from './store.ts'

/**
 * Clears a flag that at most one record may have, such as the default: one of the tenant, or one of those with the values `of`.
 * The change is recorded in the history of the record that had it. The caller must hold the advisory lock, or have locked the
 * parent record.
 */
export async function clearExclusiveFlag<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  member: keyof T['$inferSelect'] & string,
  of: Readonly<Record<string, string>> = {},
): Promise<void> {
  const within = Object.keys(of)
  const readFlagged = store.fixed(`record with ${member} within ${within}`, () =>
    build
      .select(store.selection())
      .from(store.from())
      .where(
        and(store.mine(), ...within.map((name) => store.names(name, name)), eq(store.column(member), true)),
      )
      .for('update'),
  )
  const former = await context.tx.first(readFlagged, of)
  if (former) await store.update(context, former, { [member]: false })
}
