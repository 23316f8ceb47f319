import { Trans } from '@lingui/react/macro'

/** The note on the page of a shared record, which an organisation cannot change. */
export function SharedNote() {
  return (
    <p className="hint">
      <Trans>This is shared by all organisations. Switch it off, or clone it to change the copy.</Trans>
    </p>
  )
}
