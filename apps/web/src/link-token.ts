import { ApiProblem } from '@commonhold/contract/client'
import { useState } from 'react'

/** The token in the link of a mail; empty if there is none. It is in the fragment, which browsers do not send to servers. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  return token
}

/** True if the service no longer accepts the link: it was used, has expired, or was replaced. */
export const isUsedUp = (failure: unknown): boolean =>
  failure instanceof ApiProblem && failure.code === 'link_not_valid'
