import type { Invitation } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { FirstStep, ListPage } from '../../records/list-page.tsx'
import { Moves } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { ResourceTable } from '../../records/resource-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { InvitedBy, InvitedTo } from './invitation-facts.tsx'
import { useInvitationMoves } from './invitation-moves.ts'
import { InviteForm } from './invite-form.tsx'
import { useMayAdd } from './use-may-add.ts'
import { invitationStatuses } from './words.ts'

/** The list of invitations and their states. */
export function Invitations() {
  const { t } = useLingui()
  const can = useCan()
  const [inviting, setInviting] = useOpenForm<'new'>('invitation')
  const [opened, setOpened] = useState<Invitation>()
  const invite = useMayAdd().toAny && (
    <button type="button" className="button primary" onClick={() => setInviting('new')}>
      <Trans>Invite people</Trans>
    </button>
  )
  return (
    <ListPage title={t`Invitations`} add={invite}>
      <ResourceTable
        name="invitations"
        label={t`Invitations`}
        list={{ page: (query, options) => api.invitations.list.safe(query, options) }}
        sort="-created_at"
        filters={[
          {
            name: 'status',
            label: t`State`,
            options: Object.entries(invitationStatuses).map(([value, { label }]) => ({
              value,
              text: t(label),
            })),
          },
        ]}
        columns={[
          {
            id: 'email',
            title: t`Email`,
            isName: true,
            sort: 'email',
            cell: (invitation) => (
              <button
                type="button"
                className="row-link"
                title={invitation.email}
                onClick={() => setOpened(invitation)}
              >
                {invitation.email}
              </button>
            ),
          },
          {
            id: 'status',
            title: t`State`,
            priority: 1,
            width: '8.5rem',
            cell: ({ status }) => (
              <Status tone={invitationStatuses[status].tone}>{t(invitationStatuses[status].label)}</Status>
            ),
          },
          ...(can('groups:read')
            ? [
                {
                  id: 'groups',
                  title: t`Groups`,
                  width: 'minmax(8rem, 1fr)',
                  cell: ({ group_ids }: Invitation) => <InvitedTo ids={group_ids} />,
                },
              ]
            : []),
          {
            id: 'created_by',
            title: t`Invited by`,
            priority: 3,
            width: 'minmax(9rem, 1fr)',
            cell: ({ created_by }) => <InvitedBy id={created_by} />,
          },
          {
            id: 'created_at',
            title: t`Invited`,
            isExtra: true,
            width: '9rem',
            sort: 'created_at',
            cell: ({ created_at }) => <When at={created_at} />,
          },
          {
            id: 'expires_at',
            title: t`Ends`,
            width: '9rem',
            sort: 'expires_at',
            cell: ({ ended_at, expires_at }) => <When at={ended_at ?? expires_at} />,
          },
          {
            id: 'actions',
            title: t`Actions`,
            isAction: true,
            width: '4.5rem',
            cell: (invitation) => <InvitationActions invitation={invitation} />,
          },
        ]}
        empty={
          <EmptyState
            icon={Mail}
            title={t`Nobody was invited yet`}
            text={t`An invitation is a mail with a link to join your organisation.`}
          >
            {invite && <FirstStep>{invite}</FirstStep>}
          </EmptyState>
        }
      />
      {opened && <InvitationDialog invitation={opened} onClose={() => setOpened(undefined)} />}
      {inviting && <InviteForm onClose={() => setInviting()} />}
    </ListPage>
  )
}

function InvitationActions({ invitation }: { readonly invitation: Invitation }) {
  const moves = useInvitationMoves(invitation)
  return <Moves of={invitation.email} moves={moves} touches={['invitations']} buttons={0} />
}
