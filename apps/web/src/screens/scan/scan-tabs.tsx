import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'

/** Links to the scan screens that the user has permission for. */
export function ScanTabs() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const tabs = [
    ['/t/$tenant/scan/issue', t`Hand out`, 'persons:read'],
    ['/t/$tenant/scan/return', t`Take back`, 'assets:write'],
    ['/t/$tenant/scan/move', t`Move`, 'locations:read'],
    ['/t/$tenant/scan/stock', t`Stock-take`, 'locations:read'],
  ] as const
  const offered = tabs.filter(([, , permission]) => can(permission, 'anywhere'))
  return (
    <nav className="views scan-kinds" aria-label={t`Kinds of scans`}>
      {offered.map(([to, text]) => (
        <Link
          key={to}
          to={to}
          params={{ tenant: slug }}
          search={true}
          activeProps={{ 'aria-current': 'page' }}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
