import type { Invitation } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useCan } from '../../records/can.ts'
import { Facts } from '../../records/section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { InvitedBy, InvitedTo } from './invitation-facts.tsx'
import { invitationStatuses } from './words.ts'

interface InvitationDialogProps {
  readonly invitation: Invitation
  readonly onClose: () => void
}

/** The dialog with the facts and the message of an invitation. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t } = useLingui()
  const mayReadGroups = useCan()('groups:read')
  const { email, status, group_ids, created_by, created_at, ended_at, expires_at, message } = invitation
  const { tone, label } = invitationStatuses[status]
  return (
    <Dialog title={t`Invitation of ${email}`} isOpen onClose={onClose}>
      <Facts
        facts={[
          [
            t`State`,
            <Status key="state" tone={tone}>
              {t(label)}
            </Status>,
          ],
          [t`Groups`, mayReadGroups && <InvitedTo key="groups" ids={group_ids} />],
          [t`Invited by`, <InvitedBy key="by" id={created_by} />],
          [t`Invited`, <When key="at" at={created_at} />],
          [t`Ends`, <When key="end" at={ended_at ?? expires_at} />],
          [t`Message`, message && <span className="message">{message}</span>],
        ]}
      />
    </Dialog>
  )
}
