import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { RecordKind } from '../store/record-kind.ts'

/** The maximum number of due times that one transaction records. */
export const BATCH = 500

const tenants = sqlStatement<{ tenant_id: string }>(
  sql`select tenant_id from commonhold_tenants_with_due_times()`,
)
const claimDue = sqlStatement<{
  record_type: RecordKind
  record_id: string
  action: AuditEntry['action'] | null
}>(sql`
  with due as materialized (
    select d.* from commonhold_due_times(${tenantId}) d
     where not exists (
       select from passed_times p
        where p.tenant_id = ${tenantId} and p.kind = d.kind and p.record_id = d.record_id and p.due_at = d.due_at)
     order by d.kind, d.record_id limit ${sql.raw(String(BATCH))}
  ), claimed as (
    insert into passed_times (tenant_id, kind, record_id, due_at) select ${tenantId}, kind, record_id, due_at from due
    on conflict do nothing returning kind, record_id, due_at
  )
  select d.record_type, d.record_id, d.action
    from claimed t join due d on d.kind = t.kind and d.record_id = t.record_id and d.due_at = t.due_at`)
const deletePassed = sqlStatement<unknown>(sql`
  delete from passed_times
   where tenant_id = ${tenantId} and noticed_at < now() - interval '30 days'`)

/** The tenants with due times that have passed and are not recorded. */
export const tenantsWithDueTimes = (tx: Transaction) => tx.run(tenants)

/**
 * Records due times of the selected tenant that have passed, and returns their records. If several processes record the same
 * time, the others wait for the first, and do not get it.
 */
export const claimDueTimes = (tx: Transaction) => tx.run(claimDue)

/** Deletes what was recorded more than thirty days ago. */
export async function deletePassedTimes(tx: Transaction): Promise<void> {
  await tx.run(deletePassed)
}
