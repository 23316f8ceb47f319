import { useQueryClient } from '@tanstack/react-query'
import { refetch } from '../refetch.ts'

/** A function that refetches the queries whose keys begin with one of these words. */
export function useRefetch(touches: readonly string[]): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(touches.map((first) => refetch(queries, { queryKey: [first] })))
}
