import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { WriteContext } from '../../store/context.ts'
import { assertUnreferencedExcept } from '../../store/references.ts'
import type { Store } from '../../store/store.ts'
import { partsOf } from './issue-copies.repository.ts'

/** Locks a record of the configuration before it is deleted. Throws if records other than its parts use it. */
export async function lockUnused<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  id: string,
  parts: readonly PgTable[],
): Promise<void> {
  await store.lock(context, id)
  await assertUnreferencedExcept(store, context.tx, id, parts)
}

/** Deletes the parts of a locked record, each with its entry in the audit log; `If-Match` applies to the record only. */
export async function removeParts<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  member: string,
  id: string,
): Promise<void> {
  for (const part of await partsOf(context.tx, store, member, id))
    await store.remove({ ...context, ifMatch: undefined }, String(Reflect.get(part, 'id')))
}
