import { sql } from 'drizzle-orm'
import { usesIssues, visible } from '../projects/visibility.repository.ts'
import { issueWorkflows } from './issue-workflows.table.ts'
import { SwitchableStore } from './switchable.store.ts'

export const issueWorkflowStore = new SwitchableStore({
  table: issueWorkflows,
  record: 'issue_workflow',
  visibleWith: usesIssues,
  kind: 'catalogue',
  computed: {
    issue_type_keys: sql<
      string[]
    >`array(select t.key from issue_types t where t.workflow_id = issue_workflows.id and ${visible('t')} order by t.position, t.key)`.as(
      'issue_type_keys',
    ),
  },
  searched: [issueWorkflows.key, issueWorkflows.name, issueWorkflows.description],
})
