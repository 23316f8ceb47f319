import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Search, ServerCog, UserRound } from 'lucide-react'
import { meQuery } from '../account/me-query.ts'
import { operatorQuery } from '../account/queries.ts'
import { Person } from '../ui/marks.tsx'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { openCommandMenu, useShortcutText } from './command-menu.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { useTenant } from './tenant-scope.tsx'

/** Search, notifications and the menu of the signed-in user, above every screen. */
export function TopBar() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const me = useQuery(meQuery).data
  const isOperator = Boolean(useQuery(operatorQuery).data)
  const name = me ? (me.display_name ?? me.email ?? me.username) : ''
  return (
    <header className="top-bar">
      <button type="button" className="search-button" onClick={openCommandMenu}>
        <Search aria-hidden="true" />
        <span>
          <Trans>Search or go to</Trans>
        </span>
        <kbd>{useShortcutText()}</kbd>
      </button>
      <NotificationBell />
      <MenuButton
        className="icon-button"
        placement="bottom end"
        label={t`Account: ${name}`}
        face={<Person name={name} isOnlyMark />}
        onAction={(key) =>
          void navigate(
            key === 'out'
              ? { to: '/signout' }
              : key === 'operator'
                ? { to: '/operator/tenants' }
                : { to: '/t/$tenant/account', params: { tenant: slug } },
          )
        }
      >
        <MenuItem id="you" textValue={t`Your account`}>
          <UserRound aria-hidden="true" />
          <span>
            <Trans>Your account</Trans>
            <small>{name}</small>
          </span>
        </MenuItem>
        {isOperator && (
          <MenuItem id="operator" textValue={t`Installation`}>
            <ServerCog aria-hidden="true" />
            <span>
              <Trans>Installation</Trans>
            </span>
          </MenuItem>
        )}
        <MenuItem id="out" textValue={t`Sign out`}>
          <LogOut aria-hidden="true" />
          <span>
            <Trans>Sign out</Trans>
          </span>
        </MenuItem>
      </MenuButton>
    </header>
  )
}
