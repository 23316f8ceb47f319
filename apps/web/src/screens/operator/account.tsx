import type { User, UserUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { Moves } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { userText } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { refetch } from '../../refetch.ts'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { useAccountMoves } from './account-moves.ts'
import { AccountStatus } from './account-status.tsx'

/** The page of one account, for operators. */
export function AccountPage() {
  const { t } = useLingui()
  const { account: user_id } = useParams({ from: '/operator/accounts/$account' })
  const me = useQuery(meQuery).data
  const within = { text: t`Accounts`, link: { to: '/operator/accounts' } } as const
  const query = useQuery({
    queryKey: ['accounts', user_id],
    queryFn: ({ signal }) => api.users.get({ user_id }, { signal }),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const user = query.data
  const at = (moment: string | null) => moment && <When at={moment} />
  return (
    <RecordPage
      within={within}
      title={userText(user)}
      marks={<AccountStatus user={user} />}
      actions={
        me && me.id !== user_id && user.kind === 'person' && <AccountActions key={user_id} user={user} />
      }
    >
      <Section title={t`Account`}>
        <Facts
          facts={[
            [t`Email`, user.email],
            [t`Confirmed`, at(user.email_verified_at) ?? t`Not yet`],
            [t`New address`, user.pending_email],
            [t`Username`, user.username],
            [t`Kind`, user.kind === 'service' ? t`Program` : t`Person`],
            [t`First name`, user.first_name],
            [t`Last name`, user.last_name],
          ]}
        />
      </Section>
      <Section title={t`Usage`}>
        <Facts
          facts={[
            [t`Created`, at(user.created_at)],
            [t`Last sign-in`, at(user.last_sign_in_at) ?? t`Never`],
            [t`Password set`, at(user.password_changed_at)],
            [t`Deactivated`, at(user.deactivated_at)],
          ]}
        />
      </Section>
      {me?.id === user_id && (
        <p className="hint">
          <Trans>This is your own account. You change it under “Your account”.</Trans>
        </p>
      )}
    </RecordPage>
  )
}

function AccountActions({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const moves = useAccountMoves(user)
  const [editing, setEditing] = useOpenForm<'yes'>('account')
  const params = { user_id: user.id }
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'display_name', label: t`Name`, maxLength: 255 },
    { kind: 'text', name: 'first_name', label: t`First name`, maxLength: 255 },
    { kind: 'text', name: 'last_name', label: t`Last name`, maxLength: 255 },
    {
      kind: 'text',
      type: 'email',
      name: 'email',
      label: t`Email`,
      hint: t`It applies immediately, and ends all sessions of the account.`,
      isRequired: true,
    },
    { kind: 'text', name: 'username', label: t`Username` },
  ]
  return (
    <>
      <button type="button" className="button outlined small" onClick={() => setEditing('yes')}>
        <Trans>Edit</Trans>
      </button>
      <Moves of={userText(user)} moves={moves} touches={['accounts', 'users']} buttons="next" />
      {editing && (
        <RecordForm
          name="account"
          title={t`Change ${userText(user)}`}
          action={t`Save`}
          fields={fields}
          record={user}
          send={(body: UserUpdate) => api.users.update(params, body)}
          reload={() => api.users.get(params)}
          onClose={() => setEditing()}
          onDone={(saved) => {
            setEditing()
            void refetch(queries, { queryKey: ['accounts'] })
            const name = userText(saved)
            toast(t`${name} was saved.`)
          }}
        />
      )}
    </>
  )
}
