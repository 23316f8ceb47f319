import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { IssueRow } from '../issues/issues.store.ts'

const at = sql.placeholder

/** The user who set the time to resume. The issue resumes in this user's name and with this user's rights. */
const settingOfTime = sqlStatement<{ user_id: string | null }>(sql`
  select l.actor_id as user_id from audit_log l
   where l.tenant_id = ${tenantId} and l.record_id = ${at('id')} and l.record_type = 'issue'
     and exists (select from jsonb_array_elements(l.changes) c where c ->> 'field' = 'details.resume_at')
   order by l.id desc limit 1`)
const actAs = sqlStatement<unknown>(sql`
  select set_config('app.user_id', ${at('user_id')}, true), set_config('app.project_ids', '', true), set_config('app.scopes', '', true)`)

const mayResume = sqlStatement<{ may: boolean }>(sql`
  select commonhold_may_in(${tenantId}, 'issues:write', ${at('project_id')}) as may
    from users u where u.id = ${at('user_id')} and u.deactivated_at is null`)

/**
 * Continues the transaction as the user who set the time to resume. Returns undefined if that user does not exist, is
 * deactivated, or may no longer change the issue.
 */
export async function actAsSetter(
  tx: Transaction,
  { id, project_id }: IssueRow,
): Promise<string | undefined> {
  const user_id = (await tx.first(settingOfTime, { id }))?.user_id
  if (!user_id) return undefined
  await tx.run(actAs, { user_id })
  return (await tx.first(mayResume, { user_id, project_id }))?.may ? user_id : undefined
}
