import type { WriteContext } from '../../store/context.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

/** Locks the workflow to which a body adds a part. Throws if the workflow is not the tenant's own. */
export async function lockOwnWorkflow(context: WriteContext, id: string): Promise<void> {
  await issueWorkflowStore.lockNamed(context.tx, 'workflow_id', id)
}
