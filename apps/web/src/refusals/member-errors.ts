import type { MemberCode, ProblemError } from '@commonhold/contract'
import { t } from '@lingui/core/macro'
import { memberOfPage } from '../member-names/speak.ts'
import { sentence } from '../problem-text.ts'

/** Returns the message for an error in one field. */
export type ErrorSentence = (error: ProblemError) => string

/** Messages by the code of a member's error. */
export const memberErrors: Readonly<Record<MemberCode, ErrorSentence>> = {
  required: () => t`This is required.`,
  unknown_field: () => t`The service does not know this field. Reload the page and try again.`,
  unknown_parameter: () => t`The service does not know this filter. Reload the page and try again.`,
  invalid_type: () => t`This value has the wrong type.`,
  invalid_format: () => t`This value has the wrong format.`,
  too_long: ({ message }) => {
    const most = limitIn(message)
    return most ? t`This is too long: at most ${most}.` : t`This is too long.`
  },
  too_short: ({ message }) => {
    const least = limitIn(message)
    return least ? t`This is too short: at least ${least}.` : t`This must not be empty.`
  },
  out_of_range: ({ message }) => {
    const limit = limitIn(message)
    return limit
      ? t`This is outside the allowed range (limit: ${limit}).`
      : t`This is outside the allowed range.`
  },
  not_allowed_value: ({ allowed }) => {
    const values = allowed?.join(', ')
    return values ? t`This is not allowed here. Choose one of: ${values}.` : t`This is not allowed here.`
  },
  reference_not_found: () => t`This does not exist any more, or you may not see it. Choose another one.`,
  reference_archived: () => t`This is archived or not active. Choose another one.`,
  must_be_null: () => t`This must be empty here.`,
  exactly_one_of: () => t`Fill exactly one of these fields.`,
  current_password_incorrect: () => t`This is not your current password.`,
  read_only: () => t`This cannot be changed here.`,
  invalid_cursor: () => t`This page of the list does not exist any more. Begin with the first one.`,
  serial_number_required: () => t`An asset of this model needs a serial number.`,
  serial_number_not_allowed: () => t`An asset of this model is counted in pieces and has no serial number.`,
  quantity_must_be_one: () => t`The quantity of an asset of this model must be 1.`,
  approver_required: () =>
    t`Choose an approver who may change issues, and who is not the creator, reporter, requester or assignee of this issue.`,
  status_not_in_workflow: () => t`The workflow does not have this status. Add it there first.`,
  tracking_type_differs: () => t`The new model counts its assets in another way. Choose another model.`,
}

/** The message for a member that has no field in the form: `Project: No such record.` */
export function withMember(pointer: string, message: string): string {
  const member = pointer.split('/').findLast((one) => one !== '' && !/^\d+$/.test(one))
  return member === undefined ? message : `${memberOfPage(member)}: ${sentence(message)}`
}

/** The number or day at the end of a message such as `must be at most 5`. */
const limitIn = (message: string) => /at (?:most|least) (-?\d[\d.-]*)$/.exec(message)?.[1]
