import { ApiProblem } from '@commonhold/contract/client'
import { useState } from 'react'

/** The secret in the link of a mail. It stands in the fragment, which browsers send to nobody. Empty where there is none. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  return token
}

/** True where the service no longer takes the link: it was used, has expired, or was replaced. */
export const isUsedUp = (failure: unknown): boolean =>
  failure instanceof ApiProblem && failure.code === 'link_not_valid'
