import { sql } from 'drizzle-orm'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

const settle = sqlStatement<unknown>(sql`
  insert into issue_settings (record_id, issue_type_id, issue_workflow_id, issue_screen_id, is_active)
  select id, case kind when 'issue_type' then id end, case kind when 'issue_workflow' then id end,
         case kind when 'issue_screen' then id end, ${sql.placeholder('is_active')}::boolean
    from (values (${sql.placeholder('record_id')}, ${sql.placeholder('record')})) r (id, kind)
  on conflict (tenant_id, record_id) do update
     set is_active = excluded.is_active, version = issue_settings.version + 1, updated_at = now()`)

/** Stores whether the tenant uses a record of a kind (`issue_type` and the like), whose version rises with it. */
export const saveSettings = (tx: Transaction, record: string, record_id: string, is_active: boolean) =>
  tx.run(settle, { record, record_id, is_active })

const current = sqlStatement<{ is_active: boolean }>(sql`
  select is_active from issue_settings
   where tenant_id = current_setting('app.tenant_id') and record_id = ${sql.placeholder('record_id')}`)

/** Whether the tenant uses a record: it does unless it has switched it off. */
export async function isUsed(tx: Transaction, record_id: string): Promise<boolean> {
  return (await tx.first(current, { record_id }))?.is_active ?? true
}

const forgetProjects = sqlStatement<unknown>(sql`
  delete from issue_type_projects
   where tenant_id = current_setting('app.tenant_id') and issue_type_id = ${sql.placeholder('type_id')}`)
const noteProjects = sqlStatement<unknown>(sql`
  insert into issue_type_projects (issue_type_id, project_id)
  select ${sql.placeholder('type_id')}, unnest(${sql.placeholder('project_ids')}::text[])`)

/** Limits a type to projects; none = all. */
export async function saveProjects(
  tx: Transaction,
  type_id: string,
  project_ids: readonly string[],
): Promise<void> {
  await tx.run(forgetProjects, { type_id })
  await tx.run(noteProjects, { type_id, project_ids })
}
