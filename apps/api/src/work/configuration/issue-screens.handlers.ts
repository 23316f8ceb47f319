import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { keyedHandlers } from './issue-keys.service.ts'
import { lockUnused, removeParts } from './issue-parts-removal.service.ts'
import { copyScreen } from './issue-screen-copies.service.ts'
import { issueScreenFieldStore } from './issue-screen-fields.store.ts'
import { issueScreenFields } from './issue-screen-fields.table.ts'
import { issueScreenStore } from './issue-screens.store.ts'
import { settleShared } from './issue-settings.service.ts'
import { assertFillable } from './issue-unfillable.service.ts'

export const issueScreenHandlers = implement(operationGroups.issueScreens, {
  ...crudHandlers(operationGroups.issueScreens, issueScreenStore),
  ...keyedHandlers(issueScreenStore),
  update: async ({ params, body }, context) => {
    const screen =
      (await settleShared(context, issueScreenStore, params.issue_screen_id, body)) ??
      (await issueScreenStore.update(
        context,
        await issueScreenStore.lock(context, params.issue_screen_id),
        body,
      ))
    if (body.is_active) await assertFillable(context.tx, { screen_id: screen.id }, 'is_active')
    return screen
  },
  delete: async ({ params }, context) => {
    const id = params.issue_screen_id
    await lockUnused(context, issueScreenStore, id, [issueScreenFields])
    await removeParts(context, issueScreenFieldStore, 'screen_id', id)
    await issueScreenStore.remove(context, id)
    return undefined
  },
  clone: ({ params, body }, context) => copyScreen(context, params.issue_screen_id, body),
})
