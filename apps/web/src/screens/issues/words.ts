import type { Issue, IssueApproval } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** The tone of a priority level. Level 1 is the most urgent. */
export const levelTone = (level: number): Tone =>
  level === 1 ? 'problem' : level === 2 ? 'caution' : level === 3 ? 'open' : 'quiet'

/** The name of each approval status of an issue. */
export const approvalStatuses = {
  not_required: msg`Not required`,
  requested: msg`Requested`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
} as const satisfies Record<
  Extract<Issue['details'], { approval_status: unknown }>['approval_status'],
  MessageDescriptor
>

/** The name and the tone of each vote of an approver. */
export const votes = {
  pending: { label: msg`Pending`, tone: 'waiting' },
  approved: { label: msg`Approved`, tone: 'good' },
  rejected: { label: msg`Rejected`, tone: 'problem' },
} as const satisfies Record<IssueApproval['status'], { label: MessageDescriptor; tone: Tone }>
