import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Groups, Rights } from '../../account/groups.tsx'
import { meQuery } from '../../account/me-query.ts'
import { PreferencesForm } from '../../account/preferences-form.tsx'
import { api } from '../../api.ts'
import { WithTexts } from '../../app/with-texts.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { When } from '../../ui/when.tsx'
import { KeySection } from '../settings/key-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NotificationForm } from './notification-form.tsx'
import { OrganisationSection } from './organisation-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionSection } from './session-section.tsx'

/** The page of the user's own account: profile, preferences, email address, password, keys, sessions, groups and permissions. */
export function AccountPage() {
  return (
    <WithTexts of="settings">
      <WithTexts of="dashboard">
        <Parts />
      </WithTexts>
    </WithTexts>
  )
}

function Parts() {
  const { t } = useLingui()
  const query = useQuery(meQuery)
  const me = query.data
  return (
    <main id="main" className="record" tabIndex={-1}>
      <Page title={t`Your account`}>
        {!me && <Unloaded query={query} />}
        {me && (
          <div className="section-columns">
            <div className="section-column">
              <Section title={t`Profile`}>
                <Facts
                  facts={[
                    [t`Last sign-in`, me.last_sign_in_at && <When at={me.last_sign_in_at} />],
                    [t`Created`, <When key="at" at={me.created_at} />],
                  ]}
                />
                <ProfileForm me={me} />
              </Section>
              <Section title={t`Preferences`}>
                <PreferencesForm onNews={toast} />
              </Section>
              <Section title={t`Notifications by mail`}>
                <NotificationForm />
              </Section>
            </div>
            <div className="section-column">
              <EmailSection me={me} />
              <Section title={t`Password`}>
                <PasswordForm me={me} />
              </Section>
              <KeySection
                queryKey={['mine']}
                mayWrite
                inProjects
                list={(signal) => api.me.apiKeys.list({ limit: 500, sort: ['name'] }, { signal })}
                create={(body) => api.me.apiKeys.create(body)}
                rotate={(key_id, body) => api.me.apiKeys.rotate({ key_id }, body)}
                remove={(key_id) => api.me.apiKeys.delete({ key_id })}
              />
              <OrganisationSection />
              <SessionSection />
              <Section title={t`Your groups`}>
                <Groups />
              </Section>
              <Section title={t`Your permissions`}>
                <Rights />
              </Section>
            </div>
          </div>
        )}
      </Page>
    </main>
  )
}
