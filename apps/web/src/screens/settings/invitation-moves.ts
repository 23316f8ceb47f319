import type { Invitation } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import type { Move } from '../../records/moves.tsx'
import { mayInviteTo, useReadableGroups } from './use-may-add.ts'

/** The moves of an invitation that is not answered yet. */
export function useInvitationMoves({
  id: invitation_id,
  email,
  status,
  group_ids,
}: Invitation): readonly Move<unknown>[] {
  const { t } = useLingui()
  const can = useCan()
  const mayWrite = can('users:write')
  const groups = useReadableGroups() ?? []
  // The service decides about groups that the user cannot read.
  const mayInvite = groups
    .filter(({ id }) => group_ids.includes(id))
    .every((group) => mayInviteTo(can, group))
  return [
    {
      id: 'resend',
      label: t`Send again`,
      isOffered: mayWrite && mayInvite && (status === 'pending' || status === 'expired'),
      run: () => api.invitations.resend({ invitation_id }),
      done: t`The invitation of ${email} was sent again.`,
    },
    {
      id: 'revoke',
      label: t`Revoke`,
      isOffered: mayWrite && status === 'pending',
      isDangerous: true,
      warning: t`The link in the mail to ${email} stops working. This person then needs a new invitation to join.`,
      run: () => api.invitations.delete({ invitation_id }),
      done: t`The invitation of ${email} was revoked.`,
    },
  ]
}
