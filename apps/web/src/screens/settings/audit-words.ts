import type { AuditLogEntry } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What an entry of the audit log tells of, in words. */
export const auditActions: Readonly<Record<AuditLogEntry['action'], MessageDescriptor>> = {
  created: msg`Created`,
  updated: msg`Changed`,
  moved: msg`Moved`,
  deleted: msg`Deleted`,
  signed_up: msg`Signed up`,
  signed_in: msg`Signed in`,
  signed_out: msg`Signed out`,
  sign_in_refused: msg`Sign-in refused`,
  unlocked: msg`Unlocked`,
  refreshed: msg`Session renewed`,
  refresh_reused: msg`Former session used`,
  selected: msg`Selected`,
  accepted: msg`Accepted`,
  declined: msg`Declined`,
  denied: msg`Denied`,
  due: msg`Due`,
  warranty_ended: msg`Warranty ended`,
  expired: msg`Expired`,
}
