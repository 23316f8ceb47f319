import { t } from '@lingui/core/macro'

/** The message that somebody else got an asset while a form to hand it out was open. */
export function wentElsewhere(name: string, holder: string | null | undefined): string {
  const to = holder ?? t`somebody else`
  return t`${name} was handed out to ${to} meanwhile. Cancel this, then hand it on from there or take it back.`
}
