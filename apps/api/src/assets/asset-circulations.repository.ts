import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

const unreceived = sqlStatement<{ correlation_id: string }>(sql`
  select latest.correlation_id
    from (select m.tenant_id, m.correlation_id from asset_circulations m
           where m.tenant_id = current_setting('app.tenant_id') and m.asset_id = ${sql.placeholder('asset_id')}
             and m.circulation_type = 'move'
           order by m.id desc limit 1) latest
   where not exists (
     select from asset_circulations received
      where received.tenant_id = latest.tenant_id and received.correlation_id = latest.correlation_id
        and received.circulation_type = 'receive')`)

/** The correlation id of the asset's latest move; undefined when there is none, or the asset was received since. */
export async function pendingMove(tx: Transaction, assetId: string): Promise<string | undefined> {
  return (await tx.first(unreceived, { asset_id: assetId }))?.correlation_id
}

const ofAssignment = sqlStatement<unknown>(sql`
  select from asset_circulations
   where tenant_id = current_setting('app.tenant_id') and assignment_id = ${sql.placeholder('assignment_id')}
   limit 1`)

/** True when the ledger has a circulation of the assignment; a scheduled one has none until it begins. */
export const hasCirculation = async (tx: Transaction, assignmentId: string): Promise<boolean> =>
  (await tx.first(ofAssignment, { assignment_id: assignmentId })) !== undefined
