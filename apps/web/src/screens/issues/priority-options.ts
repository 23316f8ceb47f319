import { useQuery } from '@tanstack/react-query'
import { prioritiesQuery } from './queries.ts'

/** The options for a priority: the active ones, and that of the record. */
export function usePriorityOptions(present?: string | null) {
  const priorities = useQuery(prioritiesQuery).data ?? []
  return priorities
    .filter(({ key, is_active }) => is_active || key === present)
    .map(({ key, name }) => [key, name] as const)
}
