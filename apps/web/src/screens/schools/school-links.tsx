import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The way from the schools to their years, calendars and grade levels. */
export function SchoolLinks() {
  const params = { tenant: useTenant().slug }
  return (
    <>
      <Link className="button quiet" to="/t/$tenant/school-years" params={params}>
        <Trans>School years</Trans>
      </Link>
      <Link className="button quiet" to="/t/$tenant/school-calendars" params={params}>
        <Trans>Calendars</Trans>
      </Link>
      <Link className="button quiet" to="/t/$tenant/school-grade-levels" params={params}>
        <Trans>Grade levels</Trans>
      </Link>
    </>
  )
}
