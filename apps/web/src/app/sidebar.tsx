import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useCan } from '../records/can.ts'
import { places } from './places.ts'
import { TenantMenu } from './tenant-menu.tsx'
import { useTenant } from './tenant-scope.tsx'

/** The way to the screens that one may see. On a phone it is the bar at the bottom. */
export function Sidebar() {
  const { t } = useLingui()
  const can = useCan()
  const { slug } = useTenant()
  const offered = places.filter(({ permission }) => !permission || can(permission, 'anywhere'))
  return (
    <div className="sidebar">
      <TenantMenu />
      <nav aria-label={t`Main`}>
        <ul>
          {offered.map(({ to, label, icon: Icon, isFirst, isExact }) => (
            <li key={to} className={isFirst ? 'gap' : undefined}>
              <Link
                to={to}
                params={{ tenant: slug }}
                className="place"
                activeOptions={{ includeSearch: false, exact: isExact ?? false }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon aria-hidden="true" />
                <span>{t(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
