import { operationGroups } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { partsOf } from './issue-copies.repository.ts'
import { defaultHandlers } from './issue-keys.ts'
import { settleShared } from './issue-settings.ts'
import { copyWorkflow } from './issue-workflow-copies.ts'
import { issueWorkflowStatusStore } from './issue-workflow-statuses.store.ts'
import { issueWorkflowTransitionStore } from './issue-workflow-transitions.store.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

const handlers = defaultHandlers(issueWorkflowStore)

/** Deletes a workflow that no type uses, and its transitions and statuses with it. */
async function remove(context: WriteContext, id: string): Promise<undefined> {
  const workflow = await issueWorkflowStore.lock(context, id)
  if (workflow.issue_type_keys.length === 0) {
    // `If-Match` names a version of the workflow, not of its parts.
    const within = { ...context, ifMatch: undefined }
    for (const { id: part } of await partsOf(context.tx, issueWorkflowTransitionStore, 'workflow_id', id))
      await issueWorkflowTransitionStore.remove(within, part)
    for (const { id: part } of await partsOf(context.tx, issueWorkflowStatusStore, 'workflow_id', id))
      await issueWorkflowStatusStore.remove(within, part)
  }
  await issueWorkflowStore.remove(context, id)
  return undefined
}

export const issueWorkflowHandlers = implement(operationGroups.issueWorkflows, {
  ...crudHandlers(operationGroups.issueWorkflows, issueWorkflowStore),
  ...handlers,
  update: async (input, context) =>
    (await settleShared(context, issueWorkflowStore, input.params.issue_workflow_id, input.body)) ??
    handlers.update(input, context),
  delete: ({ params }, context) => remove(context, params.issue_workflow_id),
  clone: ({ params, body }, context) => copyWorkflow(context, params.issue_workflow_id, body),
})
