import type { Issue } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../records/can.ts'
import { transitionsQuery } from './queries.ts'

/** True for an issue that one may change: with the permission, and while neither it nor its project is archived. */
export function useMayChange({ id, project_id, archived_at }: Issue): boolean {
  const mayWrite = useCan()('issues:write', project_id) && archived_at === null
  // The moves tell that the project is archived, which the issue does not.
  const moves = useQuery({ ...transitionsQuery(id), enabled: mayWrite }).data
  return (
    mayWrite && !moves?.some(({ unavailable_reasons }) => unavailable_reasons.includes('record_archived'))
  )
}
