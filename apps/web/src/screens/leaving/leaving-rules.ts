import type { Group, Membership } from '@commonhold/contract'
import type { Can } from '../../records/can.ts'

/** A group that somebody is in, with the memberships that bring them in. */
interface GroupOfUser {
  readonly group: Pick<Group, 'permissions' | 'project_id'>
  readonly ways: readonly Pick<Membership, 'group_id'>[]
}

/**
 * Whether one may take somebody out of a group, as the service decides it: one holds all that the group permits, and all
 * that they come to by way of it.
 */
export const mayTakeFrom = (can: Can, group_id: string, groups: readonly GroupOfUser[]): boolean =>
  groups
    .filter(({ ways }) => ways.some((way) => way.group_id === group_id))
    .every(({ group: { permissions, project_id } }) => permissions.every((one) => can(one, project_id)))
