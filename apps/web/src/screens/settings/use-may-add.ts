import type { Group } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { type Can, useCan } from '../../records/can.ts'
import { groupsQuery } from './queries.ts'

/** The groups of the organisation; undefined until they are known, and for those who may not read them. */
export function useReadableGroups(): readonly Group[] | undefined {
  return useQuery({ ...groupsQuery, enabled: useCan()('groups:read') }).data
}

/** Whether one may invite people to the group. The group of all users needs no `groups:write`. */
export const mayInviteTo = (can: Can, { key, is_grantable }: Group): boolean =>
  is_grantable && (key === 'users' || can('groups:write'))

interface MayAdd {
  /** To the group of all users, which new people join unless other groups are chosen. */
  readonly toUsers: boolean
  /** To that group or another one. */
  readonly toAny: boolean
}

/**
 * Whether one may add people to the organisation: not before its groups are known. For those who cannot read them the
 * service decides.
 */
export function useMayAdd(): MayAdd {
  const can = useCan()
  const groups = useReadableGroups()
  const mayWrite = can('users:write')
  const ofUsers = groups?.find(({ key }) => key === 'users')
  // Of very many groups, that of all users may not be among those that were read.
  const isGrantable = groups ? (ofUsers?.is_grantable ?? true) : !can('groups:read')
  const toUsers = mayWrite && isGrantable
  const toAny = toUsers || (mayWrite && groups?.some((group) => mayInviteTo(can, group)) === true)
  return { toUsers, toAny }
}
