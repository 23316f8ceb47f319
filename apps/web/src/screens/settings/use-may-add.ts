import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../records/can.ts'
import { groupsQuery } from './queries.ts'

interface MayAdd {
  /** Into the group of all users, which those who join get unless others are chosen. */
  readonly toUsers: boolean
  /** Into that group or another one. */
  readonly toAny: boolean
}

/** Whether one may add people to the organisation. Who does not see its groups is told by the service. */
export function useMayAdd(): MayAdd {
  const can = useCan()
  const groups = useQuery({ ...groupsQuery, enabled: can('groups:read') }).data
  const toUsers = can('users:write') && (groups?.find(({ key }) => key === 'users')?.is_grantable ?? true)
  const isOther = groups?.some(({ is_grantable }) => is_grantable) ?? false
  return { toUsers, toAny: toUsers || (isOther && can('users:write') && can('groups:write')) }
}
