import type { Issue, IssueApproval, IssueTransition } from '@commonhold/contract'
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

/** The text for each reason why a transition is unavailable. */
export const unavailableReasons = {
  permission_missing: msg`you lack the permission`,
  not_in_allowed_group: msg`only members of certain groups can do this`,
  not_an_allowed_actor: msg`only certain people can do this`,
  not_approved: msg`not approved yet`,
  condition_not_met: msg`a condition is not met`,
  open_blockers: msg`an issue that blocks it is open`,
  open_children: msg`some of its parts are open`,
  record_archived: msg`it is archived`,
  status_not_active: msg`the status is switched off`,
} as const satisfies Record<IssueTransition['unavailable_reasons'][number], MessageDescriptor>
