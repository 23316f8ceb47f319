import type { User } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Status } from '../../ui/marks.tsx'

/** Shows whether an account is active or deactivated. */
export function AccountStatus({ user }: { readonly user: User }) {
  const { t } = useLingui()
  if (user.status === 'deactivated') return <Status tone="quiet">{t`Deactivated`}</Status>
  return <Status tone="good">{t({ message: 'Active', context: 'person' })}</Status>
}
