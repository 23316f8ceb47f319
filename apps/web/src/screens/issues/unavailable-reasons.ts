import type { IssueTransition } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

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
