import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Place } from './stock-pieces.rules.ts'

const unreceived = sqlStatement<{ correlation_id: string }>(sql`
  select latest.correlation_id
    from (select m.tenant_id, m.correlation_id from asset_circulations m
           where m.tenant_id = ${tenantId} and m.asset_id = ${sql.placeholder('asset_id')}
             and m.circulation_type = 'move'
           order by m.id desc limit 1) latest
   where not exists (
     select from asset_circulations received
      where received.tenant_id = ${tenantId} and received.correlation_id = latest.correlation_id
        and received.circulation_type = 'receive')`)

/** The correlation id of the asset's latest move; undefined when there is none, or the asset was received since. */
export async function pendingMove(tx: Transaction, assetId: string): Promise<string | undefined> {
  return (await tx.first(unreceived, { asset_id: assetId }))?.correlation_id
}

const issuedAssignments = sqlStatement<{ id: string; taken_from: Place }>(sql`
  select a.id, (select c.location_id from asset_circulations c
                 where c.tenant_id = a.tenant_id and c.assignment_id = a.id and c.circulation_type = 'issue'
                 order by c.id desc limit 1) as taken_from
    from asset_assignments a
   where a.tenant_id = ${tenantId} and a.asset_id = ${sql.placeholder('asset_id')} and a.closed_at is null
     and exists (select from asset_circulations c where c.tenant_id = a.tenant_id and c.assignment_id = a.id)`)

/**
 * The open assignments of an asset that have a circulation in the ledger, with the location that their pieces were taken from. A
 * scheduled assignment has no circulation until it begins.
 */
export async function issuedOf(tx: Transaction, assetId: string): Promise<Map<string, Place>> {
  const rows = await tx.run(issuedAssignments, { asset_id: assetId })
  return new Map(rows.map(({ id, taken_from }) => [id, taken_from]))
}
