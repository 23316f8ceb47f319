import { type Permission, type PermissionResource, permissionNames } from '@commonhold/contract'
import type postgres from 'postgres'
import { newId } from '../base/ids.ts'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'

/**
 * The first rows of a database. Tenants and projects have fixed ids, the same in every installation. Existing rows are not
 * changed.
 */

/** The tenant that accounts join at sign-up, unless SIGNUP_TENANT names another one. */
export const SIGN_UP_TENANT_ID = '01K00000000000000000000001'

export const seededTenants = [
  { id: ROOT_TENANT_ID, name: 'Commonhold', slug: 'root', is_root: true },
  { id: SIGN_UP_TENANT_ID, name: 'Default', slug: 'default', is_root: false },
] as const

const readAndWrite = (resource: PermissionResource): Permission[] => [`${resource}:read`, `${resource}:write`]
const readWriteDelete = (resource: PermissionResource): Permission[] => [
  ...readAndWrite(resource),
  `${resource}:delete`,
]
const reading = (resource: PermissionResource): Permission => `${resource}:read`

/** A group that every tenant is created with. */
export interface BuiltinGroup {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly permissions: readonly (Permission | '*')[]
}

const agentsPermissions: readonly Permission[] = [
  ...(
    ['projects', 'issues', 'issue_configuration', 'assets', 'configuration_items', 'locations'] as const
  ).flatMap(readWriteDelete),
  'issues:read_internal',
  'issues:manage',
]

const registrarsPermissions: readonly Permission[] = [
  ...(['persons', 'education', 'employments'] as const).flatMap(readWriteDelete),
  'persons:read_sensitive',
]

/** Permissions of the group `users` in a tenant that a user creates. Its members were all added deliberately. */
const usersOfOwnTenant: readonly Permission[] = [
  ...(['projects', 'issues', 'assets', 'configuration_items', 'locations'] as const).flatMap(readAndWrite),
  'issues:delete',
  ...(
    ['issue_configuration', 'persons', 'education', 'employments', 'groups', 'users', 'tenant'] as const
  ).map(reading),
]

/**
 * Permissions of the group `users` in the tenant for sign-up, which is for trying out: every user may do all daily work there.
 */
const usersOfSeededTenant: readonly Permission[] = [
  ...agentsPermissions,
  ...registrarsPermissions,
  ...readWriteDelete('groups'),
  ...(['users', 'tenant'] as const).map(reading),
]

/** The groups that every tenant is created with. A tenant can change only the permissions of `users`. */
export const builtinGroups: readonly BuiltinGroup[] = [
  { key: 'owners', name: 'Owners', description: 'May do everything.', permissions: ['*'] },
  {
    key: 'administrators',
    name: 'Administrators',
    description: 'May do everything but delete the tenant and look after service accounts.',
    permissions: permissionNames.filter(
      (permission) => permission !== 'tenant:delete' && !permission.startsWith('service_accounts:'),
    ),
  },
  {
    key: 'agents',
    name: 'Agents',
    description: 'Look after work and its configuration, assets, locations and configuration items.',
    permissions: agentsPermissions,
  },
  {
    key: 'registrars',
    name: 'Registrars',
    description: 'Look after persons, education and employments.',
    permissions: registrarsPermissions,
  },
  {
    key: 'users',
    name: 'Users',
    description: 'Everybody in the tenant: the daily work.',
    permissions: usersOfOwnTenant,
  },
]

/** The same groups with the permissions that they have in a seeded tenant. */
export const seededGroups = (tenantId: string): readonly BuiltinGroup[] =>
  builtinGroups.map((group) =>
    group.key === 'users' && tenantId === SIGN_UP_TENANT_ID
      ? { ...group, permissions: usersOfSeededTenant }
      : group,
  )

/** Projects that all tenants share: one for issues that belong to no other project, one for repairs. */
export const sharedProjects = [
  {
    id: '01K00000000000000000000010',
    key: 'SD',
    name: 'Service desk',
    description: 'Issues without a project of their own.',
  },
  { id: '01K00000000000000000000011', key: 'REP', name: 'Repairs', description: 'Repairs of assets.' },
] as const

/** The ids of the shared projects, by key. */
export const sharedProjectIds = { SD: sharedProjects[0].id, REP: sharedProjects[1].id } as const

/** Inserts the tenants with their groups, and the shared projects; afterwards the root tenant is selected. */
export async function seedSystem(sql: postgres.TransactionSql): Promise<void> {
  await sql`select set_config('app.user_id', '', true)`
  for (const { id, name, slug, is_root } of seededTenants) {
    await sql`insert into tenants (id, name, slug, is_root) values (${id}, ${name}, ${slug}, ${is_root}) on conflict do nothing`
    await sql`select commonhold_select_tenant(${id})`
    for (const { key, name: groupName, description, permissions } of seededGroups(id)) {
      await sql`insert into groups (id, key, name, description, permissions, is_builtin)
        values (${newId()}, ${key}, ${groupName}, ${description}, ${[...permissions]}, true) on conflict do nothing`
    }
    await sql`update tenants set users_group_id = g.id from groups g
      where tenants.id = ${id} and tenants.users_group_id is null and g.tenant_id = tenants.id and g.key = 'users'`
  }
  // For new tenants, and for tenants that were created before the table existed.
  const fresh = await sql<{ id: string }[]>`
    select id from tenants t where not exists (select from group_grants g where g.tenant_id = t.id)`
  for (const { id } of fresh) {
    await sql`select commonhold_select_tenant(${id})`
    await sql`select commonhold_rebuild_permissions(${id}, null)`
  }
  await sql`select commonhold_select_tenant(${ROOT_TENANT_ID})`
  for (const { id, key, name, description } of sharedProjects) {
    await sql`insert into projects (id, key, name, description) values (${id}, ${key}, ${name}, ${description}) on conflict do nothing`
  }
}
