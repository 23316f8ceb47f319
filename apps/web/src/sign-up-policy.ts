import { queryOptions, useQuery } from '@tanstack/react-query'
import { publicApi } from './connection.ts'

/** Who may sign up and create organisations here; it stays the same while the page is open. */
export const signUpQuery = queryOptions({
  queryKey: ['sign-up'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => publicApi.auth.signUpPolicy.get({ signal }),
})

/** Why sign-up is closed; undefined if it is open, and until that is known. */
export function useClosedSignUp(): 'invited' | 'off' | undefined {
  const policy = useQuery(signUpQuery).data?.sign_up
  return policy === 'open' ? undefined : policy
}
