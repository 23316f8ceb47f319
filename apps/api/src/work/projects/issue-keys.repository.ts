import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { problem } from '../../base/problem.ts'
import { type Statement, sqlStatement } from '../../db/statement.ts'
import { ROOT_TENANT_ID } from '../../db/tenancy.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'

const sharedKeys = new Map<string, Statement<unknown>>()

function sharedKeyIn(table: PgTable): Statement<unknown> {
  const name = getTableName(table)
  const made =
    sharedKeys.get(name) ??
    sqlStatement<unknown>(
      sql`select 1 from ${table} where tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)}
        and tenant_id <> ${tenantId} and key = ${sql.placeholder('key')}`,
    )
  sharedKeys.set(name, made)
  return made
}

/**
 * Throws if a shared record has the key that a tenant's own record is to get. The caller must have locked the key
 * (`lockCatalogueKey`), so that no other transaction creates a shared record with it.
 */
export async function assertNotSharedKey(tx: Transaction, table: PgTable, key: string): Promise<void> {
  if (await tx.first(sharedKeyIn(table), { key }))
    throw problem(
      'already_exists',
      { field: 'key' },
      'A shared record has the same key. Use that record or choose another key.',
    )
}
