import { useQuery } from '@tanstack/react-query'
import { prioritiesQuery } from './queries.ts'

/** The priorities that one can choose: those in use, and the one that the record has. */
export function usePriorityOptions(present?: string | null) {
  const priorities = useQuery(prioritiesQuery).data ?? []
  return priorities
    .filter(({ key, is_active }) => is_active || key === present)
    .map(({ key, name }) => [key, name] as const)
}
