import type { Invitation } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** The name and the tone of each status of an invitation. */
export const invitationStatuses: Readonly<
  Record<Invitation['status'], { readonly label: MessageDescriptor; readonly tone: Tone }>
> = {
  pending: { label: msg`Waiting`, tone: 'waiting' },
  accepted: { label: msg`Accepted`, tone: 'good' },
  declined: { label: msg`Declined`, tone: 'problem' },
  revoked: { label: msg`Revoked`, tone: 'quiet' },
  expired: { label: msg`Expired`, tone: 'caution' },
}
