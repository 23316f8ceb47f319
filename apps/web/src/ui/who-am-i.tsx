import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AccountNotice } from '../account/account-notice.tsx'
import { meQuery } from '../account/me-query.ts'
import { Moment } from './moment.tsx'
import { Unloaded } from './unloaded.tsx'

/** The signed-in user, with a notice if somebody else changed the account. */
export function WhoAmI() {
  const me = useQuery(meQuery)
  if (!me.data)
    return (
      <div className="whoami">
        <Unloaded query={me} />
      </div>
    )
  const { display_name, email, last_sign_in_at, account_notice } = me.data
  const name = display_name ?? email
  return (
    <div className="whoami">
      <span className="initial" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <p>
        <span className="hint">
          <Trans>Signed in as</Trans>
        </span>
        <strong>{name}</strong>
        {display_name && <span>{email}</span>}
        {last_sign_in_at && (
          <span className="hint">
            <Trans>
              Last sign-in <Moment at={last_sign_in_at} />
            </Trans>
          </span>
        )}
      </p>
      {account_notice && <AccountNotice notice={account_notice} />}
    </div>
  )
}
