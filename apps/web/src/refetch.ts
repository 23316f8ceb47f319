import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches the queries that a change has made stale. A first fetch that is still running began before the change. It is
 * cancelled, because TanStack Query would take its answer for the new one.
 */
export async function refetch(queries: QueryClient, filters: QueryFilters): Promise<void> {
  await queries.cancelQueries(filters)
  await queries.invalidateQueries(filters)
}
