/** Resources that permissions speak of. */
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

/** `<resource>:<action>`, e.g. `assets:write`. Groups hold permissions; every endpoint names the one it needs. */
export type Permission =
  | `${PermissionResource}:${'read' | 'write' | 'delete'}`
  | 'issues:read_internal'
  | 'issues:manage'
  | 'persons:read_sensitive'
  | 'audit:read'

/** Who may call an operation: anybody, anybody signed in, or whoever holds the permission in the selected tenant. */
export type Access = 'public' | 'authenticated' | Permission

/** Every permission that there is. */
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
 * Permissions that come with another one: who holds the other in the tenant, or in any project of it, is authorized as if
 * holding this one in the whole tenant. So who may use a catalogue also reads it.
 */
export const comesWith: Readonly<Partial<Record<Permission, Permission>>> = {
  'issue_configuration:read': 'issues:read',
}

/** True for a permission that a group of one project may hold. */
export const isProjectPermission = (permission: string) => /^(projects|issues|assets):/.test(permission)
