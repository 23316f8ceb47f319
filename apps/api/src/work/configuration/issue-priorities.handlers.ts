import { type IssuePriorityUpdate, operationGroups } from '@commonhold/contract'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import type { WriteContext } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { insertDefaultable, lockDefaultable } from './issue-keys.service.ts'
import { levelAfterLast } from './issue-priorities.repository.ts'
import { issuePriorityStore } from './issue-priorities.store.ts'
import { relevel } from './issue-reconfiguration.service.ts'
import { unlessUsedElsewhere } from './issue-uses.repository.ts'

type Row = Awaited<ReturnType<typeof issuePriorityStore.get>>

/** Changes a locked priority, and the level stored in its issues. */
async function change(context: WriteContext, before: Row, body: IssuePriorityUpdate): Promise<Row> {
  if (body.level !== undefined && body.level !== before.level) await relevel(context, before, body.level)
  return issuePriorityStore.update(context, before, { ...body })
}

export const issuePriorityHandlers = implement(operationGroups.issuePriorities, {
  ...crudHandlers(operationGroups.issuePriorities, issuePriorityStore),
  create: async ({ body }, context) => {
    void lockAdvisory(context.tx, issuePriorityStore.spec.record)
    // Read after the lock, so that priorities created concurrently get consecutive levels.
    const level = body.level ?? (await levelAfterLast(context.tx))
    const complete = { ...body, level }
    return insertDefaultable(context, issuePriorityStore, complete)
  },
  update: async ({ params, body }, context) => {
    const before = await lockDefaultable(context, issuePriorityStore, params.issue_priority_id, body)
    return unlessUsedElsewhere(
      change(context, before, body),
      'Issues of other tenants have the priority. Create another priority instead.',
    )
  },
})
