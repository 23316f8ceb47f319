import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { defaultHandlers } from './issue-keys.ts'
import { settleShared } from './issue-settings.ts'
import { copyWorkflow } from './issue-workflow-copies.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

const handlers = defaultHandlers(issueWorkflowStore)

export const issueWorkflowHandlers = implement(operationGroups.issueWorkflows, {
  ...crudHandlers(operationGroups.issueWorkflows, issueWorkflowStore),
  ...handlers,
  update: async (input, context) =>
    (await settleShared(context, issueWorkflowStore, input.params.issue_workflow_id, input.body)) ??
    handlers.update(input, context),
  clone: ({ params, body }, context) => copyWorkflow(context, params.issue_workflow_id, body),
})
