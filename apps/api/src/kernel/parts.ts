import type { SQL } from 'drizzle-orm'
import { and, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { WriteContext } from './context.ts'
import { build } from './statement.ts'
import type { Store } from './store.ts'

/**
 * Notes in the audit log the records that go with another one: those whose `member` names it. Call it while the other
 * one is locked, and before it is deleted; the foreign key takes them away.
 */
export async function noteParts<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  member: string,
  id: string,
): Promise<void> {
  const parts = store.fixed(`parts by ${member}`, () =>
    build
      .select(store.columns)
      .from(store.from())
      .where(
        and(
          sql`${store.column('tenant_id')} = current_setting('app.tenant_id')`,
          store.names(member, 'parent_id'),
        ),
      ),
  )
  store.noteDeleted(context, await context.tx.run(parts, { parent_id: id }))
}
