import { operationGroups } from '@commonhold/contract'
import { normalizeEmail, normalizeUsername } from '../auth/passwords/identity-names.ts'
import { definedOf } from '../base/defined.ts'
import { problem } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { assertTenant, type ReadContext } from '../store/context.ts'
import { entriesAsRead, listHistory } from '../store/history.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { whole } from '../store/redact.ts'
import { addUser, mayAddUsers, updateAccount } from './accounts.service.ts'
import { type AuthenticationServices, signUp } from './authentication.service.ts'
import { groupStore, groupsOfUser } from './groups.store.ts'
import { assertManagesAccount } from './managed-accounts.service.ts'
import { endSessions } from './sessions.repository.ts'
import {
  assertMayChange,
  assertMayStillChange,
  assertNoTraces,
  assertOwnersLeft,
  assertSuccessor,
  enterSelected,
  leaveTenants,
  lockGroupsOfTenants,
  readsAccounts,
  seesAllUsers,
  setUserStatus,
  tenantsOwnedBy,
  tracesOf,
  visibleUser,
} from './users.repository.ts'
import { redactedUser, usesRedactedMembers } from './users.rules.ts'
import { allUsers, userNameStore, userStore, usersOfTenant } from './users.store.ts'

export const userHandlers = (services: AuthenticationServices) =>
  implement(operationGroups.users, {
    create: async ({ body }, context) =>
      context.signedIn && (await mayAddUsers(context.signedIn))
        ? addUser(services, body, context.signedIn)
        : whole((await signUp(services, body, context, false)).user),
    list: async ({ query }, context) => {
      const { reader, actor } = context
      const reading = ignoreUnhandled(readsAccounts(reader, actor.userId))
      await assertTenant(context)
      const readsAll = await reading
      if (!readsAll && usesRedactedMembers(query))
        throw problem('permission_denied', { required_permission: 'users:read' })
      const scope = (await seesAllUsers(context)) ? allUsers : usersOfTenant
      const normalized = {
        email: query.email?.map((email) => normalizeEmail(email) ?? email),
        username: query.username?.map((username) => normalizeUsername(username) ?? username),
      }
      const normalizedQuery = { ...query, ...definedOf(normalized) }
      const store = readsAll ? userStore : userNameStore
      const rows = await listRecords(
        store,
        context,
        operationGroups.users.list.collection,
        normalizedQuery,
        scope,
      )
      return rows.map((row) => (readsAll || row.id === actor.userId ? whole(row) : redactedUser(row)))
    },
    get: ({ params }, context) => readUser(context, params.user_id),
    update: async ({ params, body }, context) =>
      whole(await updateAccount(services, params.user_id, body, context)),
    delete: async ({ params, query }, context) => {
      const { tx } = context
      const { user_id } = params
      const { successor_id } = query
      await assertMayChange(context, user_id, 'users:delete')
      await assertSuccessor(context, user_id, { in: 'query', successor_id })
      // Waits for concurrent requests that refer to the user. Later ones wait until the account is deleted.
      await userStore.lock(context, user_id)
      await assertMayStillChange(context, user_id, 'users:delete')
      const traces = await tracesOf(tx, user_id)
      assertNoTraces(traces)
      const joined = traces.filter(({ is_member }) => is_member).map(({ tenant_id }) => tenant_id)
      const withOwner = await lockGroupsOfTenants(tx, joined)
      await leaveTenants(context, user_id, joined)
      await assertOwnersLeft(context, withOwner, successor_id)
      await enterSelected(context)
      await userStore.remove(context, user_id)
      return undefined
    },
    deactivate: async ({ params, body }, context) => {
      const { tx } = context
      const { user_id } = params
      await assertMayChange(context, user_id)
      await assertSuccessor(context, user_id, { successor_id: body?.successor_id })
      const owned = await tenantsOwnedBy(tx, user_id)
      const withOwner = await lockGroupsOfTenants(tx, owned)
      const before = await userStore.lock(context, user_id)
      // A concurrent request that made the user an owner has finished by now, because it locks the user, too.
      const ownedMeanwhile = (await tenantsOwnedBy(tx, user_id)).filter((id) => !owned.includes(id))
      withOwner.push(...(await lockGroupsOfTenants(tx, ownedMeanwhile)))
      await enterSelected(context)
      await assertMayStillChange(context, user_id)
      if (before.status === 'deactivated') return whole(before)
      const after = await setUserStatus(tx, user_id, 'deactivated')
      await endSessions(tx, user_id, 'user_deactivated')
      userStore.recordAudit(context, 'moved', before, after, { reason: body?.reason })
      await assertOwnersLeft(context, withOwner, body?.successor_id)
      return whole(after)
    },
    restore: async ({ params, body }, context) => {
      const { tx, actor } = context
      await visibleUser(tx, params.user_id, actor.userId)
      await assertManagesAccount(context, params.user_id, 'users:write')
      const before = await userStore.lock(context, params.user_id)
      await assertManagesAccount(context, params.user_id, 'users:write')
      if (before.status === 'active') return whole(before)
      const after = await setUserStatus(tx, params.user_id, 'active')
      userStore.recordAudit(context, 'moved', before, after, { reason: body?.reason })
      return whole(after)
    },
    listGroups: async ({ params, query }, context) => {
      const [rows] = await Promise.all([
        listRecords(
          groupStore,
          context,
          operationGroups.users.listGroups.collection,
          query,
          groupsOfUser(params.user_id),
        ),
        visibleUser(context.reader, params.user_id, context.actor.userId),
      ])
      return rows
    },
    history: async ({ params, query }, context) => {
      const reading = ignoreUnhandled(readUser(context, params.user_id))
      await assertTenant(context)
      const user = await reading
      const known = Object.keys(user)
      // The fact that a hidden member changed would disclose something about it, and so would the reason of a deactivation.
      const members = known.filter((member) => !user.redacted.includes(member))
      const entries = await listHistory(
        context,
        operationGroups.users.history.collection,
        { kind: 'user', id: user.id, references: {}, ...(user.redacted.length > 0 && { members }) },
        query,
      )
      return entriesAsRead(entries, new Set(members))
    },
  })

/** Returns an account with the members that the caller may read. */
async function readUser({ reader, actor }: ReadContext, id: string) {
  const [user, readsAll] = await Promise.all([
    visibleUser(reader, id, actor.userId),
    readsAccounts(reader, actor.userId),
  ])
  return readsAll || user.id === actor.userId ? whole(user) : redactedUser(user)
}
