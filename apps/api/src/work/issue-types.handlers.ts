import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { invalid } from '../kernel/problem.ts'
import { defaultHandlers } from './issue-keys.ts'
import { defaultIssueType, issueTypeStore, workflowOfSubtype } from './issue-types.store.ts'

const { create, update } = defaultHandlers(issueTypeStore, defaultIssueType)

export const issueTypeHandlers = implement(contract.issueTypes, {
  ...crudHandlers(contract.issueTypes, issueTypeStore),
  update,
  create: async ({ body }, context) => {
    const subtype = body.subtype ?? 'task'
    const workflow_id = body.workflow_id ?? (await context.tx.first(workflowOfSubtype, { subtype }))?.id
    if (!workflow_id)
      throw invalid({ field: 'workflow_id', code: 'required', message: 'there is no default workflow' })
    const complete = { ...body, subtype, workflow_id }
    return create({ body: complete }, context)
  },
})
