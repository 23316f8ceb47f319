import { sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'
import { Store } from '../kernel/store.ts'
import { issueWorkflowTransitions } from './issue-workflow-transitions.table.ts'

/** The transitions of workflows, as lists of an issue read them. */
export const transitionRows = new Store({
  table: issueWorkflowTransitions,
  record: 'issue_workflow_transition',
  kind: 'catalogue',
})

/** Some transitions of the workflow of an issue. */
export const someOf = (issueId: string, ids: readonly string[]): Scope => ({
  name: 'of issue',
  condition: sql`issue_workflow_transitions.id = any(${sql.placeholder('transition_ids')}::text[])`,
  values: { transition_ids: ids },
  bound: { issue_id: issueId },
})
