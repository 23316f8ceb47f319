import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { projectStore } from '../../system/projects.store.ts'

const settle = sqlStatement<unknown>(sql`
  insert into issue_settings (tenant_id, record_id, issue_type_id, issue_workflow_id, issue_screen_id, is_active)
  select ${tenantId}, r.id, case r.kind when 'issue_type' then r.id end, case r.kind when 'issue_workflow' then r.id end,
         case r.kind when 'issue_screen' then r.id end, ${sql.placeholder('is_active')}::boolean
    from (select ${sql.placeholder('record_id')}::text as id, ${sql.placeholder('kind')}::text as kind) r
  on conflict (tenant_id, record_id) do update
     set issue_type_id = excluded.issue_type_id, issue_workflow_id = excluded.issue_workflow_id,
         issue_screen_id = excluded.issue_screen_id, is_active = excluded.is_active, version = issue_settings.version + 1, updated_at = now()`)

/** Stores whether the tenant uses a record. This increases the version that the tenant sees of the record. */
export const saveSettings = (tx: Transaction, kind: string, record_id: string, is_active: boolean) =>
  tx.run(settle, { kind, record_id, is_active })

const current = sqlStatement<{ is_active: boolean }>(sql`
  select is_active from issue_settings
   where tenant_id = ${tenantId} and record_id = ${sql.placeholder('record_id')}`)

/** True if the tenant uses a record. The default without a setting is true. */
export async function isUsed(tx: Transaction, record_id: string): Promise<boolean> {
  return (await tx.first(current, { record_id }))?.is_active ?? true
}

const hidden = sqlStatement<{ project_id: string }>(sql`
  select p.project_id from issue_type_projects p
    join projects on projects.id = p.project_id and ${projectStore.ofTenant()}
   where p.tenant_id = ${tenantId} and p.issue_type_id = ${sql.placeholder('type_id')}
     and not ${projectStore.visibleToCaller()}`)

/** The ids of projects to which a type is limited and that the caller cannot read. */
export const hiddenProjects = async (tx: Transaction, type_id: string): Promise<string[]> =>
  (await tx.run(hidden, { type_id })).map(({ project_id }) => project_id)

const forgetProjects = sqlStatement<unknown>(sql`
  delete from issue_type_projects
   where tenant_id = ${tenantId} and issue_type_id = ${sql.placeholder('type_id')}`)
const recordProjects = sqlStatement<unknown>(sql`
  insert into issue_type_projects (tenant_id, issue_type_id, project_id)
  select ${tenantId}, ${sql.placeholder('type_id')}, unnest(${sql.placeholder('project_ids')}::text[])`)

/** Limits a type to projects; an empty list removes the limit. */
export async function saveProjects(
  tx: Transaction,
  type_id: string,
  project_ids: readonly string[],
): Promise<void> {
  await tx.run(forgetProjects, { type_id })
  await tx.run(recordProjects, { type_id, project_ids })
}
