import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { isTransient } from '../src/db/database-errors.ts'

const statements = readFileSync(join(import.meta.dirname, 'backdate.sql'), 'utf8')
const TRIES = 5

/**
 * Moves the times of a tenant that the demo has just filled into the past; `sql` is a connection of the owner. It locks one table
 * after the other while the service works on them, so a transaction that ends in a deadlock is repeated.
 */
export async function backdate(sql: postgres.Sql, tenantId: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await moveTimes(sql, tenantId)
      return
    } catch (error) {
      if (tries === TRIES || !isTransient(error)) throw error
    }
  }
}

async function moveTimes(sql: postgres.Sql, tenantId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`select commonhold_select_tenant(${tenantId}), set_config('demo.tenant_id', ${tenantId}, true)`
    await tx.unsafe(statements)
  })
}
