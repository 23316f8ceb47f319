import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'

interface SettingsPageProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A list of the settings, with the way to the others above it. */
export function SettingsPage({ title, action, children }: SettingsPageProps) {
  return (
    <ListPage title={title} action={action}>
      <SettingsTabs />
      {children}
    </ListPage>
  )
}

function SettingsTabs() {
  const { t } = useLingui()
  const can = useCan()
  const { slug } = useTenant()
  const tabs = [
    { to: '/t/$tenant/settings/members', label: t`Members`, isOffered: can('users:read') },
    { to: '/t/$tenant/settings/invitations', label: t`Invitations`, isOffered: can('users:read') },
    { to: '/t/$tenant/settings/groups', label: t`Groups`, isOffered: can('groups:read') },
    {
      to: '/t/$tenant/settings/service-accounts',
      label: t`Service accounts`,
      isOffered: can('service_accounts:read'),
    },
    { to: '/t/$tenant/settings/keys', label: t`API keys`, isOffered: can('service_accounts:read') },
  ] as const
  return (
    <nav className="tabs" aria-label={t`Settings`}>
      {tabs
        .filter(({ isOffered }) => isOffered)
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ tenant: slug }}
            className="tab"
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
    </nav>
  )
}
