import { queryOptions } from '@tanstack/react-query'

/** `staleTime` of the signed-in user. */
const FRESH_MS = 60_000

/** The signed-in user. The client is imported lazily, because the forms before the sign-in do not request the user. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) => (await import('../api.ts')).api.me.get({ signal }),
})
