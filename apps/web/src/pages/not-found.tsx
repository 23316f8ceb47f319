import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'

export function NotFound() {
  const { t } = useLingui()
  return (
    <div className="lone">
      <p className="overline">404</p>
      <Page title={t`Page not found`} lead={t`The address may be mistyped, or the page was moved.`}>
        <Link to="/dashboard" className="button primary">
          <Trans>Go to the dashboard</Trans>
        </Link>
      </Page>
    </div>
  )
}
