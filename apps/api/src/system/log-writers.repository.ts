import type postgres from 'postgres'
import type { LogRange } from '../store/area.ts'

/** Keeps who has written according to the entries: their accounts are not deleted. */
export async function keepWriters(
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
