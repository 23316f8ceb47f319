import type { ApiKey } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'

/** True if a key was used within the last hour. The service stores the last use to the hour, so no minutes can be shown. */
export const isUsedThisHour = (at: string) => Date.now() - new Date(at).getTime() < 3_600_000

/** The state of a key: its number of permissions, networks, end and last use. */
export function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useLingui()
  const { expires_at, last_used_at, scopes, allowed_networks, former_secret_expires_at } = apiKey
  const isOver = new Date(expires_at).getTime() <= Date.now()
  return (
    <>
      <Status tone={isOver ? 'caution' : 'good'}>{isOver ? t`Expired` : t`Works`}</Status>
      <span className="hint" title={scopes.join(', ')}>
        <Plural value={scopes.length} _0="no permissions" one="# permission" other="# permissions" />
        {allowed_networks.length > 0 && ` · ${allowed_networks.join(', ')}`}
        {' · '}
        <Trans>
          ends <When at={expires_at} />
        </Trans>
        {' · '}
        {!last_used_at ? (
          <Trans>never used</Trans>
        ) : isUsedThisHour(last_used_at) ? (
          <Trans>used in the last hour</Trans>
        ) : (
          <Trans>
            used <When at={last_used_at} />
          </Trans>
        )}
        {former_secret_expires_at && new Date(former_secret_expires_at).getTime() > Date.now() && (
          <>
            {' · '}
            <Trans>
              the former secret ends <When at={former_secret_expires_at} />
            </Trans>
          </>
        )}
      </span>
    </>
  )
}
