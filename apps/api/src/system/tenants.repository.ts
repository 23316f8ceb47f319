import type { Permission } from '@commonhold/contract'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { freeName } from '../base/stems.ts'
import { build, type Reader, sqlStatement, statement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { tenants } from '../db/tenants.table.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import { recordAll } from '../store/parts.ts'
import { belongsTo, memberGrants } from './grants.repository.ts'
import { rebuildPermissions } from './groups.repository.ts'
import { groupStore } from './groups.store.ts'
import { membershipStore } from './memberships.store.ts'
import { builtinGroups } from './seeds.ts'
import { removeKeysOfTenant } from './service-accounts.repository.ts'
import { slugStem } from './tenants.rules.ts'
import { computedColumns, isOperator, visibleTenants } from './tenants.store.ts'

const at = sql.placeholder

const access = statement(
  build
    .select({
      ...getTableColumns(tenants),
      ...computedColumns,
      is_operator: sql<boolean>`${isOperator}`.as('is_operator'),
      is_member: sql<boolean>`${belongsTo(sql`${at('user_id')}`, sql`tenants.id`)}`.as('is_member'),
      permissions: sql<
        string[]
      >`array(select distinct unnest(g.permissions) from ${memberGrants} and g.project_id = '' where m.user_id = ${at('user_id')} and m.tenant_id = tenants.id)`.as(
        'permissions',
      ),
    })
    .from(tenants)
    .where(and(eq(tenants.id, at('id')), visibleTenants('').condition)),
)

/** A tenant with the permissions of a user in it. Throws `not_found` if the user may not see it. */
export async function visibleTenant(reader: Reader, id: string, userId: string) {
  const found = await reader.first(access, { id, user_id: userId })
  if (!found) throw problem('not_found')
  return found
}

/** Throws 403 unless the permissions contain this one. */
export function assertGranted(permissions: readonly string[], permission: Permission): void {
  if (!permissions.some((granted) => granted === permission || granted === '*'))
    throw problem('permission_denied', { required_permission: permission })
}

const insertTrace = sqlStatement<unknown>(sql`
  insert into user_tenants (user_id, tenant_id) values (${at('user_id')}, ${at('tenant_id')}) on conflict do nothing`)

/** Adds the tenant to the `user_tenants` of a user who is not a member: an operator who writes there leaves records in it. */
export function recordTraces(tx: Transaction, userId: string, tenantId: string): void {
  // COMMIT fails if this statement fails.
  void tx.run(insertTrace, { user_id: userId, tenant_id: tenantId })
}

/** Selects the tenant and returns it. Throws unless the user has the permission there or is an operator. */
export async function tenantChangedBy(
  tx: Transaction,
  id: string,
  userId: string,
  permission: 'tenant:write' | 'tenant:delete',
) {
  const found = await visibleTenant(tx, id, userId)
  if (!found.is_operator) assertGranted(found.permissions, permission)
  tx.selectTenant(id)
  if (!found.is_member) recordTraces(tx, userId, id)
  return found
}

const operator = sqlStatement<{ is_operator: boolean }>(sql`select ${isOperator} as is_operator`)

/** True for an operator of the installation. */
export const isOperatorNow = async (reader: Reader, userId: string): Promise<boolean> =>
  (await reader.first(operator, { user_id: userId }))?.is_operator ?? false

const slugsLike = sqlStatement<{ slug: string }>(
  sql`select slug from tenants where slug >= ${at('stem')} and slug < ${at('stem')} || '{'`,
)
const insertTenant = sqlStatement<{ id: string }>(sql`
  insert into tenants (id, name, slug, description, timezone, locale)
  values (${at('id')}, ${at('name')}, ${at('slug')}, ${at('description')}, coalesce(${at('timezone')}, 'UTC'), coalesce(${at('locale')}, 'en'))
  on conflict (slug) do nothing returning id`)
const nameUsersGroup = sqlStatement<unknown>(
  sql`update tenants set users_group_id = ${at('users_group_id')} where id = ${at('id')}`,
)

/** The data of a new tenant. */
export interface NewTenant {
  readonly name: string
  readonly description?: string | null | undefined
  readonly timezone?: string | undefined
  readonly locale?: string | undefined
}

/** Creates a tenant with its built-in groups and its first owner, selects it and returns its id. */
export async function createTenant(
  context: WriteContext,
  tenant: NewTenant,
  ownerId: string,
): Promise<string> {
  const { tx } = context
  const id = newId()
  const stem = slugStem(tenant.name)
  // A concurrent transaction with the same slug waits for this one, and then uses the next free slug.
  for (let created: unknown; !created; ) {
    const existing = new Set((await tx.run(slugsLike, { stem })).map(({ slug }) => slug))
    created = await tx.first(insertTenant, {
      id,
      name: tenant.name,
      slug: freeName(stem, existing, '-'),
      description: tenant.description ?? null,
      timezone: tenant.timezone ?? null,
      locale: tenant.locale ?? null,
    })
  }
  tx.selectTenant(id)
  const groups = await Promise.all(
    builtinGroups.map((group) => groupStore.insert(context, { ...group, is_builtin: true })),
  )
  const idOf = (key: string) => groups.find((group) => group.key === key)?.id
  await tx.run(nameUsersGroup, { id, users_group_id: idOf('users') })
  await membershipStore.insert(context, { group_id: idOf('owners'), user_id: ownerId })
  rebuildPermissions(tx)
  return id
}

const deleteGroups = sqlStatement<unknown>(sql`delete from groups where tenant_id = ${tenantId}`)

/** Deletes the API keys, memberships and groups of the selected tenant, so that only other records prevent its deletion. */
export async function removeBuiltins(context: WriteContext): Promise<void> {
  await removeKeysOfTenant(context)
  await recordAll(context, membershipStore)
  await recordAll(context, groupStore)
  await context.tx.run(deleteGroups)
}
