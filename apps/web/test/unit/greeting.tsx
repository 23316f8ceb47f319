import { Trans } from '@lingui/react/macro'

/** A text as screens write it. */
export const Greeting = ({ who }: { readonly who: string }) => (
  <Trans>
    <em>{who}</em> greets {who}
  </Trans>
)
