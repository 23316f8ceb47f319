/** The resources in the names of permissions. */
export const permissionResources = [
  'projects',
  'issues',
  'issue_configuration',
  'assets',
  'configuration_items',
  'locations',
  'persons',
  'education',
  'employments',
  'groups',
  'users',
  'service_accounts',
  'webhooks',
  'tenant',
] as const

export type PermissionResource = (typeof permissionResources)[number]

/** `<resource>:<action>`, e.g. `assets:write`. Groups grant permissions; every endpoint names the one it needs. */
export type Permission =
  | `${PermissionResource}:${'read' | 'write' | 'delete'}`
  | 'issues:read_internal'
  | 'issues:manage'
  | 'persons:read_sensitive'
  | 'audit:read'

/** Who may call an operation: everybody, every caller with a token, or callers with the permission in the selected tenant. */
export type Access = 'public' | 'authenticated' | Permission

/** All permissions. */
export const permissionNames: readonly Permission[] = [
  ...permissionResources.flatMap((resource) =>
    (['read', 'write', 'delete'] as const).map((action): Permission => `${resource}:${action}`),
  ),
  'issues:read_internal',
  'issues:manage',
  'persons:read_sensitive',
  'audit:read',
]

/**
 * Permissions that another one implies: a user who has the value, in the tenant or in one of its projects, also has the
 * key in the whole tenant. So users who may read issues can read the configuration of issues.
 */
export const comesWith: Readonly<Partial<Record<Permission, Permission>>> = {
  'issue_configuration:read': 'issues:read',
}

/** True for a permission that a group can grant in one project. */
export const isProjectPermission = (permission: string) => /^(projects|issues|assets):/.test(permission)
