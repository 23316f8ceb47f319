import { Trans } from '@lingui/react/macro'

/** Stands beside the title of a shared record. */
export function SharedNote() {
  return (
    <p className="hint">
      <Trans>This one is shared by all organisations. Switch it off, or clone it to change the copy.</Trans>
    </p>
  )
}
