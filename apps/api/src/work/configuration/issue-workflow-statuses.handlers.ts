import { operationGroups } from '@commonhold/contract'
import { invalid, problem } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { clearExclusiveFlag } from '../../store/exclusive-flag.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { assertNamed, withIds } from '../../store/key-or-id.ts'
import { issueStatusStore } from './issue-statuses.store.ts'
import { issueStatuses } from './issue-statuses.table.ts'
import { assertUnused } from './issue-uses.repository.ts'
import { issueWorkflowStatusStore, usesOfWorkflowStatus } from './issue-workflow-statuses.store.ts'
import { lockOwnWorkflow } from './issue-workflows.repository.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** The references of a workflow's status, by key or id. */
const named = { workflow: issueWorkflows, status: issueStatuses }

/** Locks a status of a workflow. Locks the workflow first, so that its other parts do not change. */
async function lockPart(context: WriteContext, id: string) {
  const found = await issueWorkflowStatusStore.find(context.tx, id)
  if (found) await context.tx.first(issueWorkflowStore.lockStatement(), { id: found.workflow_id })
  return issueWorkflowStatusStore.lock(context, id)
}

async function usesOf(context: WriteContext, part: { workflow_id: string; status_id: string }) {
  const { workflow_id, status_id } = part
  const uses = await context.tx.first(usesOfWorkflowStatus, { workflow_id, status_id })
  return uses ?? { statuses: 0, transitions: 0 }
}

const clearInitial = (context: WriteContext, workflow_id: string) =>
  clearExclusiveFlag(context, issueWorkflowStatusStore, 'is_initial', { workflow_id })

/** Throws if the status is inactive. New issues get the initial status, so it must be active. */
async function assertActive(context: WriteContext, statusId: string): Promise<void> {
  const { is_active } = await issueStatusStore.get(context.tx, statusId)
  if (!is_active)
    throw needsAnother('an inactive status cannot be the initial one; activate the status first')
}

const needsAnother = (message: string) => invalid({ field: 'is_initial', code: 'not_allowed_value', message })

export const issueWorkflowStatusHandlers = implement(operationGroups.issueWorkflowStatuses, {
  ...crudHandlers(operationGroups.issueWorkflowStatuses, issueWorkflowStatusStore),
  create: async ({ body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    assertNamed(body, 'workflow_id', 'status_id')
    await lockOwnWorkflow(context, body.workflow_id)
    const { statuses } = await usesOf(context, body)
    const isFirst = statuses === 0
    if (isFirst && body.is_initial === false)
      throw needsAnother('the first status of a workflow is the initial one; leave is_initial out')
    if (body.is_initial) await clearInitial(context, body.workflow_id)
    return issueWorkflowStatusStore.insert(context, { ...body, is_initial: body.is_initial ?? isFirst })
  },
  update: async ({ params, body }, context) => {
    const before = await lockPart(context, params.issue_workflow_status_id)
    if (before.is_initial && body.is_initial === false)
      throw needsAnother(
        'a workflow needs an initial status; set is_initial of another status to true instead',
      )
    if (!before.is_initial && body.is_initial) {
      await assertActive(context, before.status_id)
      await clearInitial(context, before.workflow_id)
    }
    return issueWorkflowStatusStore.update(context, before, body)
  },
  delete: async ({ params }, context) => {
    const before = await lockPart(context, params.issue_workflow_status_id)
    const { statuses, transitions } = await usesOf(context, before)
    // Issues leave the status by its transitions, so issues must be moved before the transitions are removed.
    await assertUnused(
      context.tx,
      'in_workflow_status',
      { workflow_id: before.workflow_id, status_id: before.status_id },
      'Issues of the workflow have the status. Move them to another status first.',
    )
    if (transitions > 0)
      throw problem(
        'dependent_item_exists',
        { dependents: { issue_workflow_transitions: transitions } },
        'Transitions of the workflow leave or enter the status. Remove them first.',
      )
    if (before.is_initial && statuses > 0)
      throw problem(
        'dependent_item_exists',
        { dependents: { issue_workflow_statuses: statuses } },
        'The status is the initial one. Make another status of the workflow initial first.',
      )
    await issueWorkflowStatusStore.remove(context, before.id)
    return undefined
  },
})
