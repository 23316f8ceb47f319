import type { Group } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { type Can, useCan } from '../../records/can.ts'
import { groupsQuery } from './queries.ts'

/** The groups of the organisation; undefined until they are loaded, or if the user may not read them. */
export function useReadableGroups(): readonly Group[] | undefined {
  return useQuery({ ...groupsQuery, enabled: useCan()('groups:read') }).data
}

/** True if the user may invite people to the group. The group of all users does not require `groups:write`. */
export const mayInviteTo = (can: Can, { key, is_grantable }: Group): boolean =>
  is_grantable && (key === 'users' || can('groups:write'))

interface MayAdd {
  /** True if the user may add people to the group of all users, the default group of an invitation. */
  readonly toUsers: boolean
  /** True if the user may add people to at least one group. */
  readonly toAny: boolean
}

/**
 * To which groups the user may add people. Both are false until the groups are loaded. If the user may not read groups, the
 * service decides.
 */
export function useMayAdd(): MayAdd {
  const can = useCan()
  const groups = useReadableGroups()
  const mayWrite = can('users:write')
  const ofUsers = groups?.find(({ key }) => key === 'users')
  // If there are very many groups, the group of all users may not be among the loaded ones.
  const isGrantable = groups ? (ofUsers?.is_grantable ?? true) : !can('groups:read')
  const toUsers = mayWrite && isGrantable
  const toAny = toUsers || (mayWrite && groups?.some((group) => mayInviteTo(can, group)) === true)
  return { toUsers, toAny }
}
