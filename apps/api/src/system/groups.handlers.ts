import { groupLifecycle, operationGroups } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { inOrder } from '../db/statement.ts'
import { lastChange, type WriteContext } from '../store/context.ts'
import { crudHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { move } from '../store/moves.ts'
import { recordParts } from '../store/parts.ts'
import {
  assertMayGrant,
  assertMayRemoveFrom,
  assertOwnerLeft,
  groupsWithin,
  hasOwner,
  lockGroups,
  newGroupKey,
  recomputeGrants,
} from './groups.repository.ts'
import { assertFitProject, normalizePermissions } from './groups.rules.ts'
import { groupStore } from './groups.store.ts'
import { usersIn } from './leaving.repository.ts'
import { endAccessOfFormerMembers } from './leaving.service.ts'
import { membershipStore } from './memberships.store.ts'

/** Blocks other group changes of the tenant, and locks and returns the group. Throws if the group is built-in. */
async function lockRemovable(context: WriteContext, id: string) {
  lockGroups(context.tx)
  const group = await groupStore.lock(context, id)
  if (group.is_builtin) throw problem('built_in_record')
  await assertMayRemoveFrom(context.tx, id)
  return group
}

export const groupHandlers = implement(operationGroups.groups, {
  ...crudHandlers(operationGroups.groups, groupStore),
  create: async ({ body }, context) => {
    const { tx } = context
    const permissions = normalizePermissions(body.permissions ?? [])
    assertFitProject(body.project_id, permissions)
    lockGroups(tx)
    const [, key] = await inOrder([
      assertMayGrant(tx, { projectId: body.project_id, permissions }),
      body.key ?? newGroupKey(tx, body.name),
    ])
    const id = newId()
    const inserting = groupStore.insert(context, { ...body, permissions, key }, id)
    recomputeGrants(tx, [id])
    return inserting
  },
  update: async ({ params, body }, context) => {
    const { tx } = context
    lockGroups(tx)
    const before = await groupStore.lock(context, params.group_id)
    const permissions = body.permissions && normalizePermissions(body.permissions)
    const isRegranted = permissions !== undefined && permissions.join() !== before.permissions.join()
    const isRenamed = body.name !== undefined && body.name !== before.name
    if (before.is_builtin && (isRenamed || (isRegranted && before.key !== 'users')))
      throw problem('built_in_record')
    if (!isRegranted)
      return groupStore.update(lastChange(context), before, { ...body, permissions: undefined })
    assertFitProject(before.project_id, permissions)
    await assertMayGrant(tx, { groupId: before.id, projectId: before.project_id, permissions })
    const after = await groupStore.update(context, before, { ...body, permissions })
    recomputeGrants(tx, await groupsWithin(tx, before.id))
    return after
  },
  delete: async ({ params }, context) => {
    const { tx } = context
    await lockRemovable(context, params.group_id)
    const hadOwner = await hasOwner(tx)
    const within = await groupsWithin(tx, params.group_id)
    const users = await usersIn(context.tx, params.group_id)
    await recordParts(context, membershipStore, 'group_id', params.group_id)
    await recordParts(context, membershipStore, 'member_group_id', params.group_id)
    await groupStore.remove(context, params.group_id)
    recomputeGrants(tx, within)
    await endAccessOfFormerMembers(context, users)
    await assertOwnerLeft(tx, hadOwner)
    return undefined
  },
  archive: async ({ params, body }, context) => {
    const { tx } = context
    await lockRemovable(context, params.group_id)
    const hadOwner = await hasOwner(tx)
    const archived = await move(context, groupStore, groupLifecycle, 'archive', params.group_id, body ?? {})
    recomputeGrants(tx, await groupsWithin(tx, params.group_id))
    await assertOwnerLeft(tx, hadOwner)
    return archived
  },
  restore: async ({ params, body }, context) => {
    const { tx } = context
    lockGroups(tx)
    await groupStore.lock(context, params.group_id)
    await assertMayGrant(tx, { groupId: params.group_id })
    const restored = await move(context, groupStore, groupLifecycle, 'restore', params.group_id, body ?? {})
    recomputeGrants(tx, await groupsWithin(tx, params.group_id))
    return restored
  },
})
