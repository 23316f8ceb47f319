import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Authorized } from '../store/context.ts'
import { Store } from '../store/store.ts'
import { memberReferences } from './member-references.repository.ts'
import { projects } from './projects.table.ts'

export const projectStore = new Store({
  table: projects,
  record: 'project',
  visibleWith: [
    'projects:read',
    'projects:write',
    'issues:read',
    'issues:write',
    'assets:read',
    'assets:write',
  ],
  kind: 'catalogue',
  project: 'id',
  references: { lead_id: memberReferences, default_assignee_id: memberReferences },
  users: ['lead_id', 'default_assignee_id'],
  searched: [projects.key, projects.name, projects.description],
  computed: {
    issue_count:
      sql<number>`(select count(*)::int from issues i where i.tenant_id = ${tenantId} and i.project_id = projects.id)`.as(
        'issue_count',
      ),
  },
})

const current = sqlStatement<{ id: string }>(sql`
  select projects.id from projects
   where projects.id = ${sql.placeholder('id')} and projects.archived_at is null
     and ${projectStore.ofTenant()} and ${projectStore.visibleToCaller()}`)

/**
 * The project that the session selected, if it is not archived and the caller sees it in the tenant of the request;
 * otherwise null.
 */
export async function currentProjectId(
  reader: Reader,
  { tenantId, projectId }: Authorized,
): Promise<string | null> {
  if (tenantId === null || projectId === null) return null
  return (await reader.first(current, { id: projectId }))?.id ?? null
}
