import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { defaultHandlers } from './issue-keys.service.ts'
import { lockUnused, removeParts } from './issue-parts-removal.service.ts'
import { settleShared } from './issue-settings.service.ts'
import { copyWorkflow } from './issue-workflow-copies.service.ts'
import { issueWorkflowStatusStore } from './issue-workflow-statuses.store.ts'
import { issueWorkflowStatuses } from './issue-workflow-statuses.table.ts'
import { issueWorkflowTransitionStore } from './issue-workflow-transitions.store.ts'
import { issueWorkflowTransitions } from './issue-workflow-transitions.table.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

const handlers = defaultHandlers(issueWorkflowStore)

export const issueWorkflowHandlers = implement(operationGroups.issueWorkflows, {
  ...crudHandlers(operationGroups.issueWorkflows, issueWorkflowStore),
  ...handlers,
  update: async (input, context) =>
    (await settleShared(context, issueWorkflowStore, input.params.issue_workflow_id, input.body)) ??
    handlers.update(input, context),
  delete: async ({ params }, context) => {
    const id = params.issue_workflow_id
    await lockUnused(context, issueWorkflowStore, id, [issueWorkflowTransitions, issueWorkflowStatuses])
    await removeParts(context, issueWorkflowTransitionStore, 'workflow_id', id)
    await removeParts(context, issueWorkflowStatusStore, 'workflow_id', id)
    await issueWorkflowStore.remove(context, id)
    return undefined
  },
  clone: ({ params, body }, context) => copyWorkflow(context, params.issue_workflow_id, body),
})
