import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface BulkBarProps {
  readonly count: number
  readonly onClear: () => void
  readonly children: ReactNode
}

/** The actions for the chosen rows, below the list. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <section className="bulk-bar" aria-live="polite">
      <strong>
        <Plural value={count} one="# chosen" other="# chosen" />
      </strong>
      {children}
      <button type="button" className="button quiet small" onClick={onClear}>
        <Trans>Clear</Trans>
      </button>
    </section>
  )
}
