import type { Me } from '@commonhold/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { refetch } from '../refetch.ts'
import { Moment } from '../ui/moment.tsx'
import { meQuery } from './me-query.ts'

const names = { email: msg`email address`, password: msg`password`, username: msg`username` }

/** Notice that somebody else changed the user's email address, username or password, with a button to acknowledge it. */
export function AccountNotice({ notice }: { readonly notice: NonNullable<Me['account_notice']> }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () => api.me.accountNotice.delete(),
    onSettled: () => refetch(queries, { queryKey: meQuery.queryKey }),
  })
  const who = notice.changed_by.name
  const what = notice.changed.map((member) => t(names[member])).join(t` and your `)
  return (
    <p>
      {t`${who} changed your ${what}`} <Moment at={notice.changed_at} />.{' '}
      <Trans>If you did not request this, contact the operator of this service.</Trans>{' '}
      <button
        type="button"
        className="button outlined small"
        aria-disabled={acknowledge.isPending}
        onClick={() => acknowledge.isPending || acknowledge.mutate()}
      >
        <Trans>Understood</Trans>
      </button>
    </p>
  )
}
