import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { meQuery } from '../../account/me-query.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/**
 * The beginning of the keys of drafts, so that a sign-out deletes sessions, too. It is not imported: with `drafts.ts`, the bundler
 * would divide the script of the first load into smaller files, which compress to 3 KiB more.
 */
const DRAFT = 'commonhold.draft'

interface WithSessionProps {
  /** Names the scan screen. */
  readonly of: string
  /** Gets the storage key of the session. */
  readonly children: (key: string) => ReactNode
}

/** Shows a scan screen as soon as it is known whose session it continues. */
export function WithSession({ of, children }: WithSessionProps) {
  const { id } = useTenant()
  const me = useQuery(meQuery)
  return me.data ? children([DRAFT, me.data.id, id, 'scan', of].join(' ')) : <Unloaded query={me} />
}
