import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { type Key, keyFromName } from '../base/stems.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { isBeyondCaller } from './grants.repository.ts'

const at = sql.placeholder

/** Not `for update`, so that inserts of records of the tenant need not wait. */
const lock = sqlStatement<unknown>(sql`select 1 from tenants where id = ${tenantId} for no key update`)
const lockShared = sqlStatement<unknown>(sql`select 1 from tenants where id = ${tenantId} for share`)
const within = sqlStatement<{ groups: string[] }>(
  sql`select commonhold_group_tree(${tenantId}, ${at('group_id')}) as groups`,
)
const rebuildGrants = sqlStatement<unknown>(
  sql`select commonhold_rebuild_grants(${tenantId}, ${at('groups')}::text[])`,
)
const rebuildMembers = sqlStatement<unknown>(
  sql`select commonhold_rebuild_members(${tenantId}, array[${at('user_id')}]::text[])`,
)
const rebuildBoth = sqlStatement<unknown>(sql`select commonhold_rebuild_permissions(${tenantId}, null)`)
const keysLike = sqlStatement<Key>(
  sql`select key from groups where tenant_id = ${tenantId} and key >= ${at('stem')} and key < ${at('stem')} || '{'`,
)

const owner = sqlStatement<unknown>(
  sql`select 1 from tenants t where t.id = ${tenantId} and t.archived_at is null and commonhold_has_owner(t.id)`,
)

/**
 * The first permission that a group grants, by itself or through the groups that contain it, and that the actor lacks.
 * Archived groups on the path count, because each can be restored.
 */
const beyond = sqlStatement<{ permission: string }>(sql`
  with recursive above (id) as (
    select ${at('group_id')}::text collate "C"
    union
    select m.group_id from above a join memberships m on m.tenant_id = ${tenantId} and m.member_group_id = a.id
  ), granted as (
    select g.project_id, p.permission from above a
      join groups g on g.tenant_id = ${tenantId} and g.id = a.id cross join lateral unnest(g.permissions) p (permission)
    union
    select ${at('project_id')}::text, unnest(${at('permissions')}::text[])
  )
  select permission from granted x where ${isBeyondCaller(tenantId, sql`x.permission`, sql`x.project_id`)}
   order by permission collate "C" limit 1`)

/*
 * The functions without a result send their statement together with the next one. That one fails if theirs fails, and so does
 * COMMIT.
 */

/** Locks the groups of the selected tenant against other changes until the transaction ends. */
export function lockGroups(tx: Transaction): void {
  void tx.run(lock)
}

/**
 * Locks the groups of the selected tenant in share mode until the transaction ends. Transactions in which users join wait for
 * changes of the groups, but not for each other.
 */
export function lockGroupsShared(tx: Transaction): void {
  void tx.run(lockShared)
}

/** The ids of a group and of all groups nested in it. A change of the group affects the members of all of them. */
export const groupsWithin = async (tx: Transaction, groupId: string): Promise<string[]> =>
  (await tx.first(within, { group_id: groupId }))?.groups ?? []

/** Recomputes the permissions that these groups grant. */
export function recomputeGrants(tx: Transaction, groups: readonly string[]): void {
  void tx.run(rebuildGrants, { groups })
}

/** Recomputes the groups of a user, after a change of the user's direct memberships. */
export function recomputeMember(tx: Transaction, userId: string): void {
  void tx.run(rebuildMembers, { user_id: userId })
}

/** Recomputes all permissions in the selected tenant. */
export function rebuildPermissions(tx: Transaction): void {
  void tx.run(rebuildBoth)
}

/** True when the selected tenant has an active owner; false also when it is archived. */
export const hasOwner = async (tx: Transaction): Promise<boolean> => (await tx.first(owner)) !== undefined

/** Rejects a change that removed the tenant's last owner. */
export async function assertOwnerLeft(tx: Transaction, hadOwner: boolean): Promise<void> {
  if (hadOwner && !(await hasOwner(tx))) throw problem('last_owner')
}

/** Permissions to give to others: those of a group, or a list. */
export interface Grant {
  readonly groupId?: string
  readonly projectId?: string | null | undefined
  readonly permissions?: readonly string[]
}

/** Throws 403 if the actor lacks one of the permissions to grant. */
export async function assertMayGrant(tx: Transaction, grant: Grant): Promise<void> {
  const missing = await tx.first(beyond, {
    group_id: grant.groupId ?? null,
    project_id: grant.projectId ?? null,
    permissions: grant.permissions ?? [],
  })
  if (missing)
    throw problem(
      'permission_denied',
      { required_permission: missing.permission },
      `The group grants ${missing.permission}, which you do not have. Ask a user who has it.`,
    )
}

/** Throws 403 if the actor lacks a permission of the group. So only users with all permissions can remove owners. */
export const assertMayRemoveFrom = (tx: Transaction, groupId: string): Promise<void> =>
  assertMayGrant(tx, { groupId })

/** A free key made from the group's name; the groups must be locked. */
export function newGroupKey(tx: Transaction, name: string): Promise<string> {
  return keyFromName(name, 'group', (stem) => tx.run(keysLike, { stem }))
}
