import type { Group } from '@commonhold/contract'
import { useCan } from '../../records/can.ts'

/** Says whether one holds all that a group permits: only then one gives it to others, or takes it from them. */
export function useHoldsAll(): (group: Pick<Group, 'permissions' | 'project_id'>) => boolean {
  const can = useCan()
  return ({ permissions, project_id }) => permissions.every((permission) => can(permission, project_id))
}
