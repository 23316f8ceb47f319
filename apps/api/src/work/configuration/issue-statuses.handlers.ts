import { type IssueStatusUpdate, operationGroups } from '@commonhold/contract'
import type { WriteContext } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { keyedHandlers } from './issue-keys.service.ts'
import { isClosed } from './issue-lifecycle.rules.ts'
import { recategorize } from './issue-reconfiguration.service.ts'
import { issueStatusStore } from './issue-statuses.store.ts'
import { assertUnused, unlessUsedElsewhere } from './issue-uses.repository.ts'

const { create } = keyedHandlers(issueStatusStore)

type Row = Awaited<ReturnType<typeof issueStatusStore.get>>

const stays =
  'Issues have the status, and the category would open or close them. Move them to another status first.'
const elsewhere = 'Issues of other tenants have the status. Create another status instead.'

/** Changes a locked status and the category stored in its issues. Throws if the new category would open or close issues. */
async function change(context: WriteContext, before: Row, body: IssueStatusUpdate): Promise<Row> {
  const { category } = body
  if (category && category !== before.category) {
    if (isClosed(category) !== before.is_closed)
      await assertUnused(context.tx, 'in_status', { status_id: before.id }, stays)
    await recategorize(context, before, category)
  }
  return issueStatusStore.update(context, before, { ...body })
}

export const issueStatusHandlers = implement(operationGroups.issueStatuses, {
  ...crudHandlers(operationGroups.issueStatuses, issueStatusStore),
  create: ({ body }, context) => create({ body: { category: 'unstarted', ...body } }, context),
  update: async ({ params, body }, context) => {
    const before = await issueStatusStore.lock(context, params.issue_status_id)
    return unlessUsedElsewhere(change(context, before, body), elsewhere)
  },
})
