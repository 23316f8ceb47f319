import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { takeKey } from '../kernel/new-key.ts'
import { problem } from '../kernel/problem.ts'
import { type Statement, sqlStatement } from '../kernel/statement.ts'
import { ROOT_TENANT_ID } from '../kernel/tenancy.ts'
import type { Transaction } from '../kernel/transaction.ts'

const sharedKeys = new Map<string, Statement<unknown>>()

function sharedKeyIn(table: PgTable): Statement<unknown> {
  const name = getTableName(table)
  const made =
    sharedKeys.get(name) ??
    sqlStatement<unknown>(
      sql`select 1 from ${table} where tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)}
        and tenant_id <> current_setting('app.tenant_id') and key = ${sql.placeholder('key')}`,
    )
  sharedKeys.set(name, made)
  return made
}

/**
 * A tenant's own record has no key of a shared one. Who makes records with one key waits for each other, so that a
 * shared one that is being made is not overlooked.
 */
export async function assertNotSharedKey(tx: Transaction, table: PgTable, key: string): Promise<void> {
  await takeKey(tx, table, key)
  if (await tx.first(sharedKeyIn(table), { key }))
    throw problem(
      'already_exists',
      { field: 'key' },
      'A shared record has the same key. Use that record or choose another key.',
    )
}
