import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { meQuery } from '../../account/me-query.ts'
import { Unloaded } from '../../ui/unloaded.tsx'
import { useDraftKey } from '../../ui/use-draft.ts'

interface WithSessionProps {
  /** Names the scan screen. */
  readonly of: string
  /** Gets the storage key of the session. */
  readonly children: (key: string) => ReactNode
}

/** Shows a scan screen as soon as it is known whose session it continues. */
export function WithSession({ of, children }: WithSessionProps) {
  const me = useQuery(meQuery)
  const key = useDraftKey()(`scan ${of}`)
  return key === undefined ? <Unloaded query={me} /> : children(key)
}
