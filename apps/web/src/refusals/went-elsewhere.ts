import { t } from '@lingui/core/macro'

/** The message that somebody else got an asset while a form to hand it out was open. */
export function wentElsewhere(name: string, holder: string | null | undefined): string {
  const to = holder ?? t`somebody else`
  return t`${name} went to ${to} meanwhile. Cancel this. If it has to come from there, hand it on or take it back.`
}
