import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { keyedHandlers } from './issue-keys.ts'
import { isClosed } from './issue-lifecycle.rules.ts'
import { issueStatusStore } from './issue-statuses.store.ts'
import { assertUnused, unlessClosing } from './issue-uses.repository.ts'

const stays =
  'Issues stand in the status, and would be opened or closed by this. Move them to another status first.'

export const issueStatusHandlers = implement(contract.issueStatuses, {
  ...crudHandlers(contract.issueStatuses, issueStatusStore),
  ...keyedHandlers(issueStatusStore),
  update: async ({ params, body }, context) => {
    const before = await issueStatusStore.lock(context, params.issue_status_id)
    if (body.category && isClosed(body.category) !== before.is_closed)
      await assertUnused(context.tx, 'in_status', { status_id: before.id }, stays)
    return unlessClosing(issueStatusStore.update(context, before, body), stays)
  },
})
