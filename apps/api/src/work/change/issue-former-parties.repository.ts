import type postgres from 'postgres'
import type { LogRange } from '../../store/area.ts'
import { requesterFields } from '../issues/issue-approvals.rules.ts'

/** Stores the former parties of issues before log entries are dropped, because former parties must not approve. */
export async function keepFormerParties(
  tx: postgres.TransactionSql,
  { tenantId, from, to }: LogRange,
): Promise<void> {
  await tx`
    insert into issue_former_parties (tenant_id, issue_id, field, party_id)
    select distinct l.tenant_id, l.record_id, c ->> 'field', c ->> 'from'
      from audit_log l
      join issues i on i.tenant_id = l.tenant_id and i.id = l.record_id
     cross join jsonb_array_elements(l.changes) c
     where l.tenant_id = ${tenantId} and l.id >= ${from} and l.id < ${to} and l.record_type = 'issue'
       and c ->> 'field' in ${tx(['reporter_id', 'assignee_id', ...requesterFields])} and c ->> 'from' is not null
    on conflict do nothing`
}
