import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { projectStore } from '../../system/projects.store.ts'
import { inUse, shared, usesIssues } from '../projects/visibility.repository.ts'
import { issueScreenStore } from './issue-screens.store.ts'
import { issueTypes } from './issue-types.table.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'
import { SwitchableStore } from './switchable.store.ts'

export const issueTypeStore = new SwitchableStore({
  table: issueTypes,
  record: 'issue_type',
  visibleWith: usesIssues,
  kind: 'catalogue',
  references: {
    workflow_id: issueWorkflowStore,
    create_screen_id: issueScreenStore,
    edit_screen_id: issueScreenStore,
  },
  computed: {
    project_ids: sql<
      string[]
    >`array(select p.project_id from issue_type_projects p join projects on projects.id = p.project_id and ${projectStore.ofTenant()} where p.tenant_id = ${tenantId} and p.issue_type_id = issue_types.id and ${projectStore.visibleToCaller()} order by p.project_id)`.as(
      'project_ids',
    ),
  },
  searched: [issueTypes.key, issueTypes.name, issueTypes.description],
})

/**
 * The default workflow of a new type: the tenant's default, else the shared workflow of the subtype, else the shared default.
 */
export const workflowOfSubtype = sqlStatement<{ id: string }>(sql`
  select id from issue_workflows
   where ${inUse('issue_workflows')} and (tenant_id = ${tenantId} and is_default
      or ${shared('issue_workflows')} and (is_default or key = ${sql.placeholder('subtype')}))
   order by ${shared('issue_workflows')}, key = ${sql.placeholder('subtype')} desc limit 1`)
