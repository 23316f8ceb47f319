import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '../ui/page.tsx'

/** Shown when rendering a page throws, for example because its code could not be loaded. */
export function Crash() {
  const { t } = useLingui()
  return (
    <div className="lone">
      <Page
        title={t`This page failed`}
        lead={t`Nothing you entered elsewhere is lost. Reloading usually helps.`}
      >
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </button>
      </Page>
    </div>
  )
}
