import type { Issue } from '@commonhold/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { ListPage } from '../../records/list.ts'

/**
 * Returns a function that finds an issue, by its id, in the list or on the board that is shown. The list may have been read again
 * since a row of it was drawn or got the focus.
 */
export function useListedIssue(of: 'list' | 'board'): (id: string | undefined) => Issue | undefined {
  const queries = useQueryClient()
  return (id) =>
    queries
      .getQueriesData<InfiniteData<ListPage<Issue>>>({ queryKey: ['issues', of], type: 'active' })
      .flatMap(([, data]) => data?.pages ?? [])
      .flatMap(({ records }) => records)
      .find((issue) => issue.id === id)
}
