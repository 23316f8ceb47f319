import { contract } from '@commonhold/contract'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { pageHeaders } from '../kernel/paging.ts'
import { invalid, problem } from '../kernel/problem.ts'
import {
  assertHolds,
  assertMayTakeFrom,
  assertOwnerLeft,
  hasOwner,
  lockGroups,
  rebuildPermissions,
  usersWithin,
} from './groups.repository.ts'
import { groupStore } from './groups.store.ts'
import { assertNests, directIn, effectiveIn, waysInto } from './memberships.repository.ts'
import { membershipStore } from './memberships.store.ts'

export const membershipHandlers = implement(contract.memberships, {
  list: async ({ params, query }, context) => {
    const { group_id } = params
    const { effective, ...rest } = query
    const [page] = await Promise.all([
      listRecords(
        membershipStore,
        context,
        contract.memberships.list.collection,
        effective === undefined ? rest : { ...rest, effective },
        effective ? effectiveIn(group_id) : directIn(group_id),
      ),
      groupStore.get(context.reader, group_id),
    ])
    pageHeaders(context, page)
    const isNested = page.rows.some((row) => row.group_id !== group_id)
    const ways = isNested ? await waysInto(context.reader, group_id) : undefined
    return page.rows.map((row) => ({ ...row, via: [...(ways?.get(row.group_id) ?? [])] }))
  },
  create: async ({ params, body }, context) => {
    const { tx } = context
    const { group_id } = params
    if ((body.user_id === undefined) === (body.member_group_id === undefined))
      throw invalid({
        field: 'user_id',
        code: 'exactly_one_of',
        message: 'give exactly one of user_id and member_group_id',
      })
    await lockGroups(tx)
    await groupStore.getOpen(tx, group_id)
    if (body.member_group_id === group_id)
      throw invalid({
        field: 'member_group_id',
        code: 'not_allowed_value',
        message: 'a group cannot lie within itself',
      })
    await assertHolds(tx, { groupId: group_id })
    if (body.member_group_id) {
      await groupStore.reference(tx, 'member_group_id', body.member_group_id)
      await assertNests(tx, group_id, body.member_group_id)
    }
    const row = await membershipStore.insert(context, { ...body, group_id })
    await rebuildPermissions(
      tx,
      body.member_group_id ? await usersWithin(tx, body.member_group_id) : [body.user_id ?? ''],
    )
    return { ...row, via: [] }
  },
  delete: async ({ params }, context) => {
    const { tx } = context
    await lockGroups(tx)
    const row = await membershipStore.lock(context, params.membership_id)
    if (row.group_id !== params.group_id) throw problem('not_found')
    await assertMayTakeFrom(tx, row.group_id)
    const hadOwner = await hasOwner(tx)
    await membershipStore.remove(context, row.id)
    await rebuildPermissions(
      tx,
      row.member_group_id ? await usersWithin(tx, row.member_group_id) : [row.user_id ?? ''],
    )
    await assertOwnerLeft(tx, hadOwner)
    return undefined
  },
})
