import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Asks anew for what a change has made old. An answer that is awaited for the first time was asked for before the change:
 * it is given up, because the library would take it for the new one.
 */
export async function askAnew(queries: QueryClient, filters: QueryFilters): Promise<void> {
  await queries.cancelQueries(filters)
  await queries.invalidateQueries(filters)
}
