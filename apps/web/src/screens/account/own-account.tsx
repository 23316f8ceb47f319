import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { WithTexts } from '../../app/with-texts.tsx'
import { Section } from '../../records/section.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { Workspace } from '../../ui/workspace.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import '../../styles/app/index.css'

/** The settings of an account that do not depend on an organisation. A user without any organisation can open them, too. */
export function OwnAccount() {
  return (
    <WithTexts of="settings">
      <Parts />
      <Toasts />
    </WithTexts>
  )
}

function Parts() {
  const { t } = useLingui()
  const query = useQuery(meQuery)
  const me = query.data
  return (
    <Workspace title={t`Your account`} news={undefined} isForAll>
      {!me && <Unloaded query={query} />}
      {me && (
        <div className="workplace">
          <div className="column">
            <Section title={t`Profile`}>
              <ProfileForm me={me} />
            </Section>
          </div>
          <div className="column">
            <EmailSection me={me} />
            <Section title={t`Password`}>
              <PasswordForm me={me} />
            </Section>
          </div>
        </div>
      )}
    </Workspace>
  )
}
