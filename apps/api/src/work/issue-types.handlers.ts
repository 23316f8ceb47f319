import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { withIds } from '../kernel/key-or-id.ts'
import { invalid } from '../kernel/problem.ts'
import { takeTurn } from '../kernel/turns.ts'
import { defaultHandlers } from './issue-keys.ts'
import { issueScreens } from './issue-screens.table.ts'
import { issueTypeStore, workflowOfSubtype } from './issue-types.store.ts'
import { assertUnused } from './issue-uses.repository.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** What a type names, by key or id. */
const named = { workflow: issueWorkflows, create_screen: issueScreens, edit_screen: issueScreens }

const { create, update } = defaultHandlers(issueTypeStore)

export const issueTypeHandlers = implement(contract.issueTypes, {
  ...crudHandlers(contract.issueTypes, issueTypeStore),
  update: async ({ params, body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    const { workflow_id } = body
    if (workflow_id) {
      await takeTurn(context.tx, issueTypeStore.spec.record)
      const { id } = await issueTypeStore.lock(context, params.issue_type_id)
      await issueWorkflowStore.reference(context.tx, 'workflow_id', workflow_id)
      await assertUnused(
        context.tx,
        'outside_workflow',
        { issue_type_id: id, workflow_id },
        'Issues of the type stand in statuses that the workflow lacks. Move them, or add the statuses to the workflow.',
      )
    }
    return update({ params, body }, context)
  },
  create: async ({ body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    const subtype = body.subtype ?? 'task'
    const workflow_id = body.workflow_id ?? (await context.tx.first(workflowOfSubtype, { subtype }))?.id
    if (!workflow_id)
      throw invalid({ field: 'workflow_id', code: 'required', message: 'there is no default workflow' })
    const complete = { ...body, subtype, workflow_id }
    return create({ body: complete }, context)
  },
})
