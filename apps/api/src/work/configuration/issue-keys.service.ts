import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { invalid } from '../../base/problem.ts'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import { ROOT_TENANT_ID } from '../../db/tenancy.ts'
import type { WriteContext } from '../../store/context.ts'
import { clearExclusiveFlag } from '../../store/exclusive-flag.ts'
import { keyOfNew } from '../../store/new-key.ts'
import type { RowOf, Store } from '../../store/store.ts'
import { assertNotSharedKey } from '../projects/issue-keys.repository.ts'

interface Keyed {
  readonly key?: string | undefined
  readonly name: string
}

/** The key of a new record. Throws if a shared record has the given key. */
export async function ownKey<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  { tx }: WriteContext,
  store: Store<T, D>,
  body: Keyed,
): Promise<string> {
  const key = await keyOfNew(tx, store, body)
  if (body.key !== undefined) await assertNotSharedKey(tx, store.spec.table, key)
  return key
}

/** The handler that creates a record with a key that no shared record has. */
export const keyedHandlers = <T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
) => ({
  create: async ({ body }: { body: Keyed }, context: WriteContext): Promise<RowOf<T, D>> =>
    store.insert(context, { ...body, key: await ownKey(context, store, body) }),
})

interface Defaultable {
  readonly is_default?: boolean | undefined
  readonly is_active?: boolean | undefined
}

/** Locks a record for a change; if it becomes the tenant's default, the flag of the former default is cleared. */
export async function lockDefaultable<
  T extends PgTable & { $inferSelect: Required<Defaultable> },
  D extends Record<string, SQL.Aliased>,
>(context: WriteContext, store: Store<T, D>, id: string, body: Defaultable): Promise<RowOf<T, D>> {
  void lockAdvisory(context.tx, store.spec.record)
  const before = await store.lock(context, id)
  assertDefaultIsActive({ ...before, ...body })
  if (before.is_default && body.is_default === false && before.tenant_id === ROOT_TENANT_ID)
    throw invalid({
      field: 'is_default',
      code: 'not_allowed_value',
      message: 'one shared record must be the default; make another record the default instead',
    })
  if (!before.is_default && body.is_default) await clearExclusiveFlag(context, store, 'is_default')
  return before
}

/**
 * Creates a record with a key, which may become the tenant's default. The caller must have acquired the advisory lock of the
 * record type (`lockAdvisory`).
 */
export async function insertDefaultable<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  body: Defaultable & Keyed,
): Promise<RowOf<T, D>> {
  const key = await ownKey(context, store, body)
  assertDefaultIsActive(body)
  if (body.is_default) await clearExclusiveFlag(context, store, 'is_default')
  return store.insert(context, { ...body, key })
}

/** The handlers that create and change records with a key, one of which is the tenant's default. */
export const defaultHandlers = <
  T extends PgTable & { $inferSelect: Required<Defaultable> },
  D extends Record<string, SQL.Aliased>,
>(
  store: Store<T, D>,
) => ({
  create: async ({ body }: { body: Defaultable & Keyed }, context: WriteContext): Promise<RowOf<T, D>> => {
    void lockAdvisory(context.tx, store.spec.record)
    return insertDefaultable(context, store, body)
  },
  update: async (
    { params, body }: { params: object; body: Defaultable },
    context: WriteContext,
  ): Promise<RowOf<T, D>> => {
    const before = await lockDefaultable(context, store, String(Object.values(params).at(-1)), body)
    return store.update(context, before, { ...body })
  },
})

function assertDefaultIsActive({ is_default, is_active }: Defaultable): void {
  if (is_default && is_active === false)
    throw invalid({
      field: 'is_active',
      code: 'not_allowed_value',
      message: 'the default cannot be inactive; make another record the default first',
    })
}
