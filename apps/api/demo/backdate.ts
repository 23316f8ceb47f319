import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'

const statements = readFileSync(join(import.meta.dirname, 'backdate.sql'), 'utf8')

/** Moves the times of a tenant that the demo has just filled into the past; `sql` is a connection of the owner. */
export async function backdate(sql: postgres.Sql, tenantId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`select commonhold_select_tenant(${tenantId}), set_config('demo.tenant_id', ${tenantId}, true)`
    await tx.unsafe(statements)
  })
}
