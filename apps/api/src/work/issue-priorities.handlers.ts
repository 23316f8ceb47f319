import { type IssuePriorityUpdate, operationGroups } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { defaultHandlers, lockDefaultable } from './issue-keys.ts'
import { levelAfterLast } from './issue-priorities.repository.ts'
import { issuePriorityStore } from './issue-priorities.store.ts'
import { relevel } from './issue-reconfiguration.ts'
import { unlessHeldElsewhere } from './issue-uses.repository.ts'

const { create } = defaultHandlers(issuePriorityStore)

type Row = Awaited<ReturnType<typeof issuePriorityStore.get>>

/** Changes a locked priority; its issues follow its level. */
async function change(context: WriteContext, before: Row, body: IssuePriorityUpdate): Promise<Row> {
  if (body.level !== undefined && body.level !== before.level) await relevel(context, before, body.level)
  return issuePriorityStore.update(context, before, { ...body })
}

export const issuePriorityHandlers = implement(operationGroups.issuePriorities, {
  ...crudHandlers(operationGroups.issuePriorities, issuePriorityStore),
  create: async ({ body }, context) => {
    const level = body.level ?? (await levelAfterLast(context.tx))
    const complete = { ...body, level }
    return create({ body: complete }, context)
  },
  update: async ({ params, body }, context) => {
    const before = await lockDefaultable(context, issuePriorityStore, params.issue_priority_id, body)
    return unlessHeldElsewhere(
      change(context, before, body),
      'Issues of other tenants have the priority. Make another priority instead.',
    )
  },
})
