import type { WriteContext } from '../../store/context.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

/** Locks the workflow that a body refers to: it must be the tenant's own, because its parts are. */
export async function lockOwnWorkflow(context: WriteContext, id: string): Promise<void> {
  await issueWorkflowStore.lockNamed(context.tx, 'workflow_id', id)
}
