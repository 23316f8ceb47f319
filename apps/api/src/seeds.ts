import { type Permission, type PermissionResource, permissionResources } from '@commonhold/contract'
import { ROOT_TENANT_ID } from './kernel/tenancy.ts'

/**
 * What an empty database is filled with. Ids are fixed, so that every installation agrees on them; rows that
 * exist are left alone.
 */

export const seededTenants = [
  { id: ROOT_TENANT_ID, name: 'Commonhold', slug: 'root', is_root: true },
  { id: '01K00000000000000000000001', name: 'Default', slug: 'default', is_root: false },
] as const

/** What administrators look after; everything else is the daily work. */
const administered: readonly PermissionResource[] = ['groups', 'users', 'tenant']
const everyday = permissionResources.filter((resource) => !administered.includes(resource))

const readAndWrite = (resource: PermissionResource): Permission[] => [`${resource}:read`, `${resource}:write`]
const readWriteDelete = (resource: PermissionResource): Permission[] => [
  ...readAndWrite(resource),
  `${resource}:delete`,
]

interface BuiltinGroup {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly permissions: readonly (Permission | '*')[]
}

/** The groups that every tenant is made with. What `users` may do is the tenant's to change. */
export const builtinGroups: readonly BuiltinGroup[] = [
  { key: 'owners', name: 'Owners', description: 'May do everything.', permissions: ['*'] },
  {
    key: 'administrators',
    name: 'Administrators',
    description: 'May do everything but delete the tenant.',
    permissions: permissionResources
      .flatMap(readWriteDelete)
      .concat('issues:read_internal', 'issues:manage')
      .filter((permission) => permission !== 'tenant:delete'),
  },
  {
    key: 'users',
    name: 'Users',
    description: 'Everybody in the tenant: the daily work.',
    permissions: [
      ...everyday.flatMap(readAndWrite),
      'issues:delete',
      ...administered.map((resource): Permission => `${resource}:read`),
    ],
  },
]

/** Projects that all tenants share: one for issues without a project of their own, one for repairs. */
export const sharedProjects = [
  {
    id: '01K00000000000000000000010',
    key: 'SD',
    name: 'Service desk',
    description: 'Issues without a project of their own.',
  },
  { id: '01K00000000000000000000011', key: 'REP', name: 'Repairs', description: 'Repairs of assets.' },
] as const

/** The shared projects by their keys. */
export const sharedProjectIds = { SD: sharedProjects[0].id, REP: sharedProjects[1].id } as const
