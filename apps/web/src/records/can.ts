import type { MyPermissions, Permission } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { permissionsQuery } from '../account/queries.ts'

/** One permission, or several that are needed together. */
export type Needed = Permission | readonly Permission[]

/**
 * Says whether one holds what is needed, or `*` for everything: in the organisation, in the project, or (`anywhere`) in
 * some project.
 */
export type Can = (needed: Needed | '*', project?: string | null | 'anywhere') => boolean

const grants = (held: readonly string[], permission: string) =>
  held.includes('*') || held.includes(permission)

/** Reads the answer of `GET /me/permissions`. */
export function canWith({ permissions, projects }: MyPermissions): Can {
  return (needed, project) =>
    [needed].flat().every((permission) => {
      if (grants(permissions, permission)) return true
      if (!project) return false
      return projects.some(
        (one) =>
          (project === 'anywhere' || one.project_id === project) && grants(one.permissions, permission),
      )
    })
}

const nothing: Can = () => false

/** What one may do in the organisation. What one may not do is not offered. */
export function useCan(): Can {
  const { data } = useQuery(permissionsQuery)
  return data ? canWith(data) : nothing
}
