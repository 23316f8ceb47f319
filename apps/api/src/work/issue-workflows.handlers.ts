import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { defaultHandlers } from './issue-keys.ts'
import { copyWorkflow } from './issue-workflow-copies.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

export const issueWorkflowHandlers = implement(contract.issueWorkflows, {
  ...crudHandlers(contract.issueWorkflows, issueWorkflowStore),
  ...defaultHandlers(issueWorkflowStore),
  clone: ({ params, body }, context) => copyWorkflow(context, params.issue_workflow_id, body),
})
