import { isProjectPermission, permissionNames } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'

/** Permissions in their fixed order, without duplicates. */
export const normalizePermissions = <P extends string>(permissions: readonly P[]): P[] =>
  [...new Set(permissions)].sort()

/** A group of one project may only grant permissions that can be limited to a project. */
export function assertFitProject(projectId: string | null | undefined, permissions: readonly string[]): void {
  if (!projectId) return
  const errors = permissions.flatMap((permission, at) =>
    isProjectPermission(permission)
      ? []
      : [
          {
            field: `/permissions/${at}`,
            code: 'not_allowed_value' as const,
            message: 'a group of one project can only have permissions on projects, issues and assets',
            allowed: permissionNames.filter(isProjectPermission),
          },
        ],
  )
  if (errors.length > 0) throw invalid(...errors)
}
