import type { Me } from '@commonhold/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { askAnew } from '../ask-anew.ts'
import { Moment } from '../ui/moment.tsx'
import { meQuery } from './me-query.ts'

const names = { email: 'e-mail address', password: 'password', username: 'username' }

/** Says that somebody else changed what one signs in with, until one has acknowledged it. */
export function AccountNotice({ notice }: { readonly notice: NonNullable<Me['account_notice']> }) {
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () => api.me.accountNotice.delete(),
    onSettled: () => askAnew(queries, { queryKey: meQuery.queryKey }),
  })
  return (
    <p>
      {notice.changed_by.name} changed your {notice.changed.map((member) => names[member]).join(' and your ')}{' '}
      <Moment at={notice.changed_at} />. If you did not ask for that, tell whoever runs this service.{' '}
      <button
        type="button"
        className="button outlined small"
        aria-disabled={acknowledge.isPending}
        onClick={() => acknowledge.isPending || acknowledge.mutate()}
      >
        Understood
      </button>
    </p>
  )
}
