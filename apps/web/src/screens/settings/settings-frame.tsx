import { useLingui } from '@lingui/react/macro'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { settingsPlaces } from '../../app/settings-places.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { WithTexts } from '../../app/with-texts.tsx'
import { useCan } from '../../records/can.ts'

/** The frame of the settings: links to their pages, and the current page. */
export function SettingsFrame() {
  const { t } = useLingui()
  const can = useCan()
  const { slug } = useTenant()
  const offered = settingsPlaces.filter(({ permission }) => !permission || can(permission, 'anywhere'))
  const pathname = useLocation({ select: (location) => location.pathname })
  const nav = useRef<HTMLElement>(null)
  // On a phone, the links are one row that scrolls: bring the link of the current page into view.
  useEffect(() => {
    const current = pathname && nav.current?.querySelector('[aria-current="page"]')
    if (current) current.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <div className="settings">
      <nav ref={nav} className="settings-nav" aria-label={t`Settings`}>
        <ul>
          {offered.map(({ to, label, heading }) => (
            <li key={to}>
              {heading && <span className="settings-heading">{t(heading)}</span>}
              <Link
                to={to}
                params={{ tenant: slug }}
                className="place"
                activeOptions={{ exact: to === '/t/$tenant/settings', includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <span>{t(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <WithTexts of="settings">
        <Outlet />
      </WithTexts>
    </div>
  )
}
