import { useState } from 'react'
import { Groups, Rights } from '../account/groups.tsx'
import { PreferencesForm } from '../account/preferences-form.tsx'
import { Sessions } from '../account/sessions.tsx'
import { TenantSwitch } from '../account/tenant-switch.tsx'
import { WhoAmI } from '../ui/who-am-i.tsx'
import { Workspace } from '../ui/workspace.tsx'

/** Oneself: where one works, what one may do and why, where one is signed in, and how one likes the page. */
export function Account() {
  const [news, setNews] = useState<string>()
  return (
    <Workspace title="You" news={news}>
      <WhoAmI />
      <div className="workplace">
        <div className="column">
          <section className="card" aria-labelledby="organisation">
            <h2 id="organisation">Where you work</h2>
            <TenantSwitch />
          </section>
          <section className="card" aria-labelledby="preferences">
            <h2 id="preferences">Preferences</h2>
            <PreferencesForm onNews={setNews} />
          </section>
        </div>
        <div className="column">
          <section className="card" aria-labelledby="rights">
            <h2 id="rights">What you may do</h2>
            <Rights />
          </section>
          <section className="card" aria-labelledby="groups">
            <h2 id="groups">Your groups</h2>
            <Groups />
          </section>
          <section className="card" aria-labelledby="sessions">
            <h2 id="sessions">Where you are signed in</h2>
            <Sessions onNews={setNews} />
          </section>
        </div>
      </div>
    </Workspace>
  )
}
