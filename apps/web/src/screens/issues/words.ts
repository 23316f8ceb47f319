import type { Issue, IssueApproval, IssueTransition } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** How urgent a level of priority looks: 1 is the most urgent. */
export const levelTone = (level: number): Tone =>
  level === 1 ? 'problem' : level === 2 ? 'caution' : level === 3 ? 'open' : 'quiet'

/** Where the approval of an issue stands. */
export const approvalStatuses = {
  not_required: msg`Not required`,
  requested: msg`Requested`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
} as const satisfies Record<
  Extract<Issue['details'], { approval_status: unknown }>['approval_status'],
  MessageDescriptor
>

/** Where the vote of one approver stands, in words and as it is drawn. */
export const votes = {
  pending: { label: msg`Pending`, tone: 'waiting' },
  approved: { label: msg`Approved`, tone: 'good' },
  rejected: { label: msg`Rejected`, tone: 'problem' },
} as const satisfies Record<IssueApproval['status'], { label: MessageDescriptor; tone: Tone }>

/** Why a move cannot be made now. */
export const unavailableReasons = {
  permission_missing: msg`you lack the permission`,
  not_in_allowed_group: msg`a certain group makes it`,
  not_an_allowed_actor: msg`others make it`,
  not_approved: msg`not approved yet`,
  condition_not_met: msg`a condition is not met`,
  open_blockers: msg`something that blocks it is open`,
  open_children: msg`some of its parts are open`,
  record_archived: msg`it is archived`,
  status_not_active: msg`the status is switched off`,
} as const satisfies Record<IssueTransition['unavailable_reasons'][number], MessageDescriptor>
