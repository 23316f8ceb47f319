import { and, eq, or, sql } from 'drizzle-orm'
import { errorsIn, invalid, problem } from '../base/problem.ts'
import { build, type Reader, sqlStatement, statement } from '../db/statement.ts'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { type ReadContext, sessionOf, type WriteContext } from '../store/context.ts'
import { recordParts } from '../store/parts.ts'
import { mayIn } from '../store/permissions.ts'
import { memberGrants } from './grants.repository.ts'
import { hasOwner, lockGroups, recomputeMember } from './groups.repository.ts'
import type { ManagePermission } from './managed-accounts.repository.ts'
import { assertManagesAccount } from './managed-accounts.service.ts'
import { addableUsers } from './member-references.repository.ts'
import { membershipStore } from './memberships.store.ts'
import { serviceAccountStore } from './service-accounts.store.ts'
import { isOperatorNow, recordTraces } from './tenants.repository.ts'
import { isOperator } from './tenants.store.ts'
import { shownMembers, shownUsers, userStore, usersOfTenant } from './users.store.ts'

const at = sql.placeholder
const { id } = shownUsers

/** SQL condition: a service account of the selected tenant, also if it is in no group. */
const isServiceAccount = sql`(${serviceAccountStore.visibleToCaller()} and ${id} in (select s.id from service_accounts s
  where s.tenant_id = ${tenantId}))`

const visible = statement(
  build
    .select(shownMembers)
    .from(shownUsers)
    .where(
      and(
        eq(id, at('id')),
        or(
          eq(id, at('user_id')),
          usersOfTenant.condition,
          isServiceAccount,
          sql`(${tenantId} = ${sql.raw(`'${ROOT_TENANT_ID}'`)} and ${isOperator})`,
        ),
      ),
    ),
)

/**
 * A user whom the actor may see: the actor, users and service accounts of the selected tenant, and for an operator in the root
 * tenant any user. Throws `not_found` for any other.
 */
export async function visibleUser(reader: Reader, userId: string, actorId: string) {
  const user = await reader.first(visible, { id: userId, user_id: actorId })
  if (!user) throw problem('not_found')
  return user
}

/** True when the caller is an operator and works in the root tenant. */
export async function seesAllUsers(context: ReadContext): Promise<boolean> {
  const { tenantId } = await context.authorized()
  return tenantId === ROOT_TENANT_ID && isOperatorNow(context.reader, context.actor.userId)
}

/** True when the caller may read the accounts of others: with `users:read` in the tenant, or as an operator. */
export const readsAccounts = async (reader: Reader, actorId: string): Promise<boolean> =>
  (await mayIn(reader, 'users:read', null)) || isOperatorNow(reader, actorId)

/**
 * Throws unless the user is visible and the actor may manage the account. The account may still join another tenant until it is
 * locked: lock it afterwards, and call `assertMayStillChange`.
 */
export async function assertMayChange(
  context: WriteContext,
  userId: string,
  permission: ManagePermission = 'users:write',
): Promise<void> {
  await visibleUser(context.tx, userId, context.actor.userId)
  if (userId === context.actor.userId) sessionOf(context.actor)
  await assertMayStillChange(context, userId, permission)
}

/** Throws if the actor may no longer manage a locked account, because it has joined another tenant. */
export async function assertMayStillChange(
  context: WriteContext,
  userId: string,
  permission: ManagePermission = 'users:write',
): Promise<void> {
  if (userId !== context.actor.userId) await assertManagesAccount(context, userId, permission)
}

/** Locks and returns an account that the actor may change. */
export async function lockChangeable(context: WriteContext, userId: string) {
  await assertMayChange(context, userId)
  const user = await userStore.lock(context, userId)
  await assertMayStillChange(context, userId)
  return user
}

const owned = sqlStatement<{ tenant_id: string }>(sql`
  select distinct m.tenant_id from ${memberGrants} and g.project_id = ''
   where m.user_id = ${at('id')} and g.permissions && array['*'] order by m.tenant_id`)
/** What a user has left behind in a tenant: see `commonhold_traces_of_user`. */
interface Traces {
  readonly tenant_id: string
  readonly is_member: boolean
  readonly has_written: boolean
  /** Custom fields refer to the user. */
  readonly is_named: boolean
}

const traces = sqlStatement<Traces>(sql`select * from commonhold_traces_of_user(${at('id')})`)
const leave = sqlStatement<unknown>(
  sql`delete from memberships where tenant_id = ${tenantId} and user_id = ${at('user_id')}`,
)
const ownersGroup = sqlStatement<{ id: string }>(
  sql`select id from groups where tenant_id = ${tenantId} and key = 'owners'`,
)
const hashOf = sqlStatement<{ password_hash: string | null }>(
  sql`select password_hash from users where id = ${at('id')}`,
)
const setHash = sqlStatement<unknown>(
  sql`update users set password_hash = ${at('password_hash')} where id = ${at('id')}`,
)
/** The tenants in which the user has all permissions. */
export const tenantsOwnedBy = async (tx: Transaction, userId: string): Promise<string[]> =>
  (await tx.run(owned, { id: userId })).map(({ tenant_id }) => tenant_id)

/** What the user has left behind in each tenant. Afterwards no tenant is selected: see `enterSelected`. */
export const tracesOf = (tx: Transaction, userId: string) => tx.run(traces, { id: userId })

/** Rejects the deletion of an account that records still refer to. */
export function assertNoTraces(traces: readonly Traces[]): void {
  const dependents = {
    ...(traces.some(({ has_written }) => has_written) ? { audit_log: null } : {}),
    ...(traces.some(({ is_named }) => is_named) ? { issue_field_values: null } : {}),
  }
  if (Object.keys(dependents).length > 0)
    throw problem(
      'dependent_item_exists',
      { dependents },
      'The user has written records, or custom fields refer to the user. Deactivate the account instead.',
    )
}

/** Removes the user from all groups of the tenants. */
export async function leaveTenants(
  context: WriteContext,
  userId: string,
  tenantIds: readonly string[],
): Promise<void> {
  for (const tenantId of tenantIds) {
    context.tx.selectTenant(tenantId)
    await recordParts(context, membershipStore, 'user_id', userId)
    await context.tx.run(leave, { user_id: userId })
  }
}

/** Locks the groups of the tenants, and returns the tenants that have an owner. */
export async function lockGroupsOfTenants(tx: Transaction, tenantIds: readonly string[]): Promise<string[]> {
  const withOwner: string[] = []
  for (const tenantId of tenantIds) {
    tx.selectTenant(tenantId)
    lockGroups(tx)
    if (await hasOwner(tx)) withOwner.push(tenantId)
  }
  return withOwner
}

/**
 * Throws unless the user who becomes owner in place of another one is active and not the same user. Only operators may name a
 * successor.
 */
export async function assertSuccessor(
  { tx, actor }: WriteContext,
  userId: string,
  named: { readonly in?: 'query'; readonly successor_id: string | undefined },
): Promise<void> {
  const { successor_id, ...place } = named
  if (successor_id === undefined) return
  if (!(await isOperatorNow(tx, actor.userId)))
    throw problem(
      'permission_denied',
      { required_permission: '*' },
      'Only operators of the installation can name a successor.',
    )
  if (successor_id === userId)
    throw invalid({
      ...place,
      field: 'successor_id',
      code: 'not_allowed_value',
      message: 'a user cannot be their own successor; name another user',
    })
  const [error] = await errorsIn(() => addableUsers.reference(tx, 'successor_id', successor_id))
  if (error) throw invalid({ ...error, field: 'successor_id', ...place })
}

/** Makes the successor an owner of each tenant that has lost its last owner. Throws `last_owner` if there is no successor. */
export async function assertOwnersLeft(
  context: WriteContext,
  tenantIds: readonly string[],
  successorId: string | undefined,
): Promise<void> {
  const { tx, actor } = context
  for (const tenantId of tenantIds) {
    tx.selectTenant(tenantId)
    if (await hasOwner(tx)) continue
    const owners = await tx.first(ownersGroup)
    if (!successorId || !owners) throw problem('last_owner')
    await membershipStore.insert(context, { group_id: owners.id, user_id: successorId })
    recomputeMember(tx, successorId)
    recordTraces(tx, actor.userId, tenantId)
  }
}

/** Selects the tenant of the request again, if there is one. */
export async function enterSelected({ tx, authorized }: WriteContext): Promise<void> {
  const { tenantId } = await authorized()
  tx.selectTenant(tenantId)
}

/** The stored hash of a user's password. */
export const passwordHashOf = async (tx: Transaction, userId: string): Promise<string | null> =>
  (await tx.first(hashOf, { id: userId }))?.password_hash ?? null

/** Stores the hash of a new password. */
export const setPasswordHash = (tx: Transaction, userId: string, passwordHash: string) =>
  tx.run(setHash, { id: userId, password_hash: passwordHash })

/** Activates or deactivates an account. The user must be locked. */
export async function setUserStatus(tx: Transaction, userId: string, status: 'active' | 'deactivated') {
  const row = await tx.first(
    userStore.fixed('set status', () =>
      build
        .update(shownUsers)
        .set({
          status: sql`${at('status')}`,
          deactivated_at: sql`case when ${at('status')} = 'active' then null else now() end`,
          ...userStore.touched(),
        })
        .where(eq(id, at('id')))
        .returning(shownMembers),
    ),
    { id: userId, status },
  )
  if (!row) throw new Error('a locked user was deleted')
  return row
}
