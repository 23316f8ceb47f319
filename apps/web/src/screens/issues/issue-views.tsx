import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The ways to look at issues: list, board, calendar of changes. */
export function IssueViews() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const usual = {
    params: { tenant: slug },
    activeProps: { 'aria-current': 'page' as const },
    activeOptions: { exact: true, includeSearch: false },
  }
  return (
    <nav className="views" aria-label={t`View`}>
      <Link to="/t/$tenant/issues" {...usual}>
        <Trans>List</Trans>
      </Link>
      <Link to="/t/$tenant/issues/board" {...usual}>
        <Trans>Board</Trans>
      </Link>
      <Link to="/t/$tenant/issues/calendar" {...usual}>
        <Trans>Changes</Trans>
      </Link>
    </nav>
  )
}
