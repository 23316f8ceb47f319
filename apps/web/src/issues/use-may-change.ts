import type { Issue } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../records/can.ts'
import { statusesQuery } from '../screens/issues/queries.ts'

/**
 * Returns true for an issue that the user may change: with the permission, and if neither the issue nor its project is archived.
 * Read the issues with `include: ['project']`.
 */
export function useMayChange(): (issue: Issue) => boolean {
  const can = useCan()
  return ({ project_id, archived_at, project }) =>
    can('issues:write', project_id) && archived_at === null && !project?.is_archived
}

/** Returns true for an issue that the user may edit: one that the user may change, and whose status is not read-only. */
export function useMayEdit(): (issue: Issue) => boolean {
  const mayChange = useMayChange()
  const statuses = useQuery({ ...statusesQuery, enabled: useCan()('issues:write', 'anywhere') }).data
  return (issue) =>
    mayChange(issue) && !statuses?.some(({ key, is_readonly }) => is_readonly && key === issue.status)
}
