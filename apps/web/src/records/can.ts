import type { MyPermissions, Permission } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { permissionsQuery } from '../account/queries.ts'

/** One permission, or several that are needed together. */
export type Needed = Permission | readonly Permission[]

/**
 * Returns true if the user has the permission, or `*` for everything: in the organisation, in the given project, or, with
 * `anywhere`, in any project.
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

/** The user's permissions in the organisation; none until they are loaded. Screens do not offer what they exclude. */
export function useCan(): Can {
  const { data } = useQuery(permissionsQuery)
  return data ? canWith(data) : nothing
}
