import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Groups, Rights } from '../account/groups.tsx'
import { PreferencesForm } from '../account/preferences-form.tsx'
import { Sessions } from '../account/sessions.tsx'
import { TenantSwitch } from '../account/tenant-switch.tsx'
import { WhoAmI } from '../ui/who-am-i.tsx'
import { Workspace } from '../ui/workspace.tsx'

/** The user's organisation, preferences, permissions, groups and sessions. */
export function Account() {
  const { t } = useLingui()
  const [news, setNews] = useState<string>()
  return (
    <Workspace title={t`You`} news={news} isForAll>
      <WhoAmI />
      <p>
        <Link to="/dashboard/account">
          <Trans>Change your name, email address or password</Trans>
        </Link>
      </p>
      <div className="workplace">
        <div className="column">
          <section className="card" aria-labelledby="organisation">
            <h2 id="organisation">
              <Trans>Where you work</Trans>
            </h2>
            <TenantSwitch />
          </section>
          <section className="card" aria-labelledby="preferences">
            <h2 id="preferences">
              <Trans>Preferences</Trans>
            </h2>
            <PreferencesForm onNews={setNews} />
          </section>
        </div>
        <div className="column">
          <section className="card" aria-labelledby="rights">
            <h2 id="rights">
              <Trans>Your permissions</Trans>
            </h2>
            <Rights />
          </section>
          <section className="card" aria-labelledby="groups">
            <h2 id="groups">
              <Trans>Your groups</Trans>
            </h2>
            <Groups />
          </section>
          <section className="card" aria-labelledby="sessions">
            <h2 id="sessions">
              <Trans>Where you are signed in</Trans>
            </h2>
            <Sessions onNews={setNews} />
          </section>
        </div>
      </div>
    </Workspace>
  )
}
