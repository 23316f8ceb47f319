import type postgres from 'postgres'
import type { LogRange } from '../store/area.ts'

/** Stores which users wrote the audit entries of a range that will be dropped: their accounts must not be deleted. */
export async function storeLogWriters(
  tx: postgres.TransactionSql,
  { tenantId, from, to }: LogRange,
): Promise<void> {
  await tx`
    insert into log_writers (tenant_id, user_id)
    select distinct l.tenant_id, l.actor_id
      from audit_log l join users u on u.id = l.actor_id
     where l.tenant_id = ${tenantId} and l.id >= ${from} and l.id < ${to}
       and commonhold_is_writing(l.action, l.record_type)
    on conflict do nothing`
}
