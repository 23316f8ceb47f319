/** Codes of a single member in a `validation_failed` problem. */
export const memberCodes = {
  required: 'The member is missing.',
  unknown_field: 'The body has a member that is not declared.',
  unknown_parameter: 'The query has a parameter that is not declared; `allowed` lists those that are.',
  invalid_type: 'The value has another JSON type than expected.',
  invalid_format: 'The text does not follow the format.',
  too_long: 'The text or list is too long.',
  too_short: 'The text or list is too short.',
  out_of_range: 'The number or day lies outside the range.',
  not_allowed_value: 'The value is not one of `allowed`, or is refused for the reason in the message.',
  reference_not_found: 'No such record is visible in the selected tenant.',
  reference_archived: 'The record is archived or not active; new records cannot refer to it.',
  must_be_null: 'The member must be null or left out here.',
  exactly_one_of: 'Exactly one of several members must be given.',
  current_password_incorrect: 'The current password is wrong.',
  read_only: 'The member cannot be changed.',
  invalid_cursor: 'The cursor is broken or was made for another tenant, filter or sort.',
  serial_number_required: 'Assets of a serialized model need a serial number.',
  serial_number_not_allowed: 'Assets of a countable model have no serial number.',
  quantity_must_be_one: 'The quantity of a serialized asset is 1.',
  approver_required:
    'No approver is named who may approve. Name a user with issues:write who is not the creator, reporter, requester or assignee.',
  status_not_in_workflow: 'The status is not one of the workflow; add it there first.',
  tracking_type_differs: 'The new model has another tracking type.',
} as const satisfies Record<string, string>

export type MemberCode = keyof typeof memberCodes
