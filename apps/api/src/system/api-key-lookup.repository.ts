import { sql } from 'drizzle-orm'
import type { KeyOwner } from '../auth/api-keys.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

const owner = sqlStatement<KeyOwner>(
  sql`select user_id, tenant_id from commonhold_owner_of_key(${sql.placeholder('id')}, ${sql.placeholder('hash')})`,
)

/** The owner of the key with this id and hash, in any tenant; undefined if there is none. */
export const ownerOfKey = (tx: Transaction, id: string, hash: string): Promise<KeyOwner | undefined> =>
  tx.first(owner, { id, hash })
