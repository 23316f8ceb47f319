import { queryOptions } from '@tanstack/react-query'

/** How long what was read of the signed-in user is taken as it is, by the parts of a page that need it. */
const FRESH_MS = 60_000

/** The signed-in user. The client is loaded when somebody is signed in: the forms before that ask for nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) => (await import('../api.ts')).api.me.get({ signal }),
})
