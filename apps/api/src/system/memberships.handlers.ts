import { operationGroups } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import { ignoreUnhandled, inOrder } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { assertPermission } from '../store/permissions.ts'
import {
  assertMayGrant,
  assertMayRemoveFrom,
  assertOwnerLeft,
  groupsWithin,
  hasOwner,
  lockGroups,
  recomputeGrants,
  recomputeMember,
} from './groups.repository.ts'
import { groupStore } from './groups.store.ts'
import { endAccessOfFormerMembers } from './leaving.service.ts'
import { assertNests, directIn, effectiveIn, isOwnMembership, waysInto } from './memberships.repository.ts'
import type { Step } from './memberships.rules.ts'
import { membershipStore } from './memberships.store.ts'

/** Recomputes permissions after a membership was added or removed. */
async function updatePermissions(
  tx: Transaction,
  { user_id, member_group_id }: { readonly user_id: string | null; readonly member_group_id: string | null },
): Promise<void> {
  if (user_id) recomputeMember(tx, user_id)
  if (member_group_id) recomputeGrants(tx, await groupsWithin(tx, member_group_id))
}

/** Adds the paths through nested groups to a membership; a direct membership has one empty path. */
const withWays = <Row>(row: Row, ways: readonly (readonly Step[])[] = [[]]) => ({
  ...row,
  via: [...(ways[0] ?? [])],
  ways: ways.map((way) => [...way]),
})

export const membershipHandlers = implement(operationGroups.memberships, {
  list: async ({ params, query }, context) => {
    const { group_id } = params
    const { effective, ...rest } = query
    const [rows] = await Promise.all([
      listRecords(
        membershipStore,
        context,
        operationGroups.memberships.list.collection,
        effective === undefined ? rest : { ...rest, effective },
        effective ? effectiveIn(group_id) : directIn(group_id),
      ),
      groupStore.get(context.reader, group_id),
    ])
    const isNested = rows.some((row) => row.group_id !== group_id)
    const ways = isNested ? await waysInto(context.reader, group_id) : undefined
    return rows.map((row) => withWays(row, ways?.get(row.group_id)))
  },
  create: async ({ params, body }, context) => {
    const { tx } = context
    const { group_id } = params
    if ((body.user_id === undefined) === (body.member_group_id === undefined))
      throw invalid({
        field: 'user_id',
        code: 'exactly_one_of',
        message: 'send exactly one of user_id and member_group_id',
      })
    lockGroups(tx)
    const open = ignoreUnhandled(groupStore.getOpen(tx, group_id))
    const granting = ignoreUnhandled(assertMayGrant(tx, { groupId: group_id }))
    await open
    if (body.member_group_id === group_id)
      throw invalid({
        field: 'member_group_id',
        code: 'not_allowed_value',
        message: 'a group cannot contain itself',
      })
    await granting
    if (body.member_group_id) {
      await groupStore.reference(tx, 'member_group_id', body.member_group_id)
      await assertNests(tx, group_id, body.member_group_id)
    }
    const { user_id = null, member_group_id = null } = body
    const [row] = await inOrder([
      membershipStore.insert(context, { ...body, group_id }),
      updatePermissions(tx, { user_id, member_group_id }),
    ])
    return withWays(row)
  },
  delete: async ({ params }, context) => {
    const { tx } = context
    lockGroups(tx)
    await context.tenantId()
    const isLeaving = await isOwnMembership(tx, params.membership_id)
    if (!isLeaving) await assertPermission(tx, 'groups:write')
    const row = await membershipStore.lock(context, params.membership_id)
    if (row.group_id !== params.group_id) throw problem('not_found')
    if (!isLeaving) await assertMayRemoveFrom(tx, row.group_id)
    const hadOwner = await hasOwner(tx)
    await membershipStore.remove(context, row.id)
    await updatePermissions(tx, row)
    if (row.user_id) await endAccessOfFormerMembers(context, [row.user_id])
    await assertOwnerLeft(tx, hadOwner)
    return undefined
  },
})
