import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Key, keyFromName } from '../base/stems.ts'
import { lockAcrossTenants, lockAdvisory } from '../db/advisory-locks.ts'
import { type Statement, sqlStatement } from '../db/statement.ts'
import { tenantAndRoot } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Store } from './store.ts'

const likeIn = new Map<string, Statement<Key>>()

/** The visible keys that begin with a stem. */
function keysLike(table: PgTable): Statement<Key> {
  const name = getTableName(table)
  const statement =
    likeIn.get(name) ??
    sqlStatement<Key>(sql`
      select key from ${table}
       where tenant_id in ${tenantAndRoot}
         and key >= ${sql.placeholder('stem')} and key < ${sql.placeholder('stem')} || '{'`)
  likeIn.set(name, statement)
  return statement
}

/** Locks a key of a table in all tenants: others that create a record with the same key wait. */
export const lockCatalogueKey = (tx: Transaction, table: PgTable, key: string): Promise<unknown> =>
  lockAcrossTenants(tx, `${getTableName(table)} ${key}`)

/** Locks a free key, which `choose` finds. */
export async function lockFreeKey(
  tx: Transaction,
  table: PgTable,
  choose: () => Promise<string>,
): Promise<string> {
  for (let key = await choose(); ; key = await choose()) {
    void lockCatalogueKey(tx, table, key)
    // A transaction of another tenant, for example the root tenant, may have created a record with the key while this one
    // waited.
    if ((await choose()) === key) return key
  }
}

/**
 * The key of a new catalogue record: the given one, or a free one made from its name. The key is locked until the
 * transaction ends.
 */
export async function keyOfNew<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  tx: Transaction,
  { spec: { table, record } }: Store<T, D>,
  { key: requestedKey, name }: { readonly key?: string | undefined; readonly name: string },
): Promise<string> {
  if (requestedKey !== undefined) {
    void lockCatalogueKey(tx, table, requestedKey)
    return requestedKey
  }
  void lockAdvisory(tx, `${getTableName(table)} keys`)
  return lockFreeKey(tx, table, () => keyFromName(name, record, (stem) => tx.run(keysLike(table), { stem })))
}
