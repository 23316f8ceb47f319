import { sql } from 'drizzle-orm'
import { sqlStatement } from '../kernel/statement.ts'
import { Store } from '../kernel/store.ts'
import { issueFieldIssueTypes } from './issue-fields.table.ts'
import { issueScreenStore } from './issue-screens.store.ts'
import { issueTypes } from './issue-types.table.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'
import { issues } from './issues.table.ts'
import { shared, usesIssues } from './visibility.ts'

export const issueTypeStore = new Store({
  table: issueTypes,
  record: 'issue_type',
  seenWith: usesIssues,
  kind: 'catalogue',
  references: {
    workflow_id: issueWorkflowStore,
    create_screen_id: issueScreenStore,
    edit_screen_id: issueScreenStore,
  },
  searched: [issueTypes.key, issueTypes.name, issueTypes.description],
  dependents: [issueFieldIssueTypes.issue_type_id, issues.issue_type_id],
})

/** The workflow of a new type that names none: the tenant's default, or the shared one of the subtype, or the shared default. */
export const workflowOfSubtype = sqlStatement<{ id: string }>(sql`
  select id from issue_workflows
   where is_active and (tenant_id = current_setting('app.tenant_id') and is_default
      or ${shared('issue_workflows')} and (is_default or key = ${sql.placeholder('subtype')}))
   order by ${shared('issue_workflows')}, key = ${sql.placeholder('subtype')} desc limit 1`)
