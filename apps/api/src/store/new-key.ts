import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Key, keyFromName } from '../base/stems.ts'
import { lockAcrossTenants, lockAdvisory } from '../db/advisory-locks.ts'
import { type Statement, sqlStatement } from '../db/statement.ts'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Store } from './store.ts'

const likeIn = new Map<string, Statement<Key>>()

/** The keys of the records that the tenant sees and whose key begins with a stem. */
function keysLike(table: PgTable): Statement<Key> {
  const name = getTableName(table)
  const made =
    likeIn.get(name) ??
    sqlStatement<Key>(sql`
      select key from ${table}
       where tenant_id in (current_setting('app.tenant_id'), ${sql.raw(`'${ROOT_TENANT_ID}'`)})
         and key >= ${sql.placeholder('stem')} and key < ${sql.placeholder('stem')} || '{'`)
  likeIn.set(name, made)
  return made
}

/** Who makes records of a table with one key waits for each other, in all tenants. */
export const takeKey = (tx: Transaction, table: PgTable, key: string): Promise<unknown> =>
  lockAcrossTenants(tx, `${getTableName(table)} ${key}`)

/** Locks a key that nobody has, as `choose` finds it. */
export async function lockFreeKey(
  tx: Transaction,
  table: PgTable,
  choose: () => Promise<string>,
): Promise<string> {
  for (let key = await choose(); ; key = await choose()) {
    await takeKey(tx, table, key)
    // Another tenant's transaction, the root tenant's say, may have made a record with it while this one waited.
    if ((await choose()) === key) return key
  }
}

/**
 * The key of a new catalogue record: the one that is given, or else one made from its name that no record has that the
 * tenant sees. Until the transaction ends nobody else takes it.
 */
export async function keyOfNew<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  tx: Transaction,
  { spec: { table, record } }: Store<T, D>,
  { key: given, name }: { readonly key?: string | undefined; readonly name: string },
): Promise<string> {
  if (given !== undefined) {
    await takeKey(tx, table, given)
    return given
  }
  await lockAdvisory(tx, `${getTableName(table)} keys`)
  return lockFreeKey(tx, table, () => keyFromName(name, record, (stem) => tx.run(keysLike(table), { stem })))
}
