interface ProblemDefinition {
  readonly status: number
  readonly title: string
  readonly help: string
}

/**
 * Every problem that the service can answer, by its code (RFC 9457). `help` says what to do about it and is
 * the text of `GET /problems/{code}`.
 */
export const problems = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    help: 'Send one JSON value in UTF-8 (RFC 8259), without duplicate keys.',
  },
  malformed_request: {
    status: 400,
    title: 'The request cannot be read',
    help: 'Check the request line, the query string and the headers against RFC 9110.',
  },
  unsupported_api_version: {
    status: 400,
    title: 'Unknown API version',
    help: 'Leave X-API-Version out or send one of the versions in `supported`.',
  },
  not_authenticated: {
    status: 401,
    title: 'Not signed in',
    help: 'Send `Authorization: Bearer <access token>`. The token may have expired or its session may have ended: sign in again.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Wrong name or password',
    help: 'Check the e-mail address or username and the password.',
  },
  invalid_refresh_token: {
    status: 401,
    title: 'Refresh token not accepted',
    help: 'It was used before, has expired or its session has ended: sign in again.',
  },
  permission_denied: {
    status: 403,
    title: 'Permission missing',
    help: 'Ask an owner of the tenant for the permission named in `required_permission`.',
  },
  tenant_access_denied: {
    status: 403,
    title: 'Not a member of the tenant',
    help: 'Select a tenant that you belong to, and name it in X-Tenant-Id.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    help: 'This installation does not let people make accounts by themselves. Ask whoever runs it, or an administrator of your organisation, for an account.',
  },
  read_only_shared_record: {
    status: 403,
    title: 'Shared record',
    help: 'The record belongs to the root tenant and can be changed only there. Make one of your own instead.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is no such resource, or it is not visible to you.',
  },
  no_current_identity: {
    status: 404,
    title: 'No current identity',
    help: 'The person goes by none of its identities: set the current one, or create one.',
  },
  no_tenant_selected: {
    status: 404,
    title: 'No tenant selected',
    help: 'Select one with POST /me/current-tenant, or name it in X-Tenant-Id.',
  },
  no_project_selected: {
    status: 404,
    title: 'No project selected',
    help: 'Select one of GET /me/projects with POST /me/current-project.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    help: 'The service answers in application/json and application/problem+json; accept one of them.',
  },
  request_timeout: {
    status: 408,
    title: 'Request too slow',
    help: 'The whole request must arrive within the time allowed. Send it again.',
  },
  invalid_transition: {
    status: 409,
    title: 'Not possible in this state',
    help: 'Use one of `allowed_operations`, or bring the record into another state first.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    help: 'Another record has the same value in `field`. Use that record or choose another value.',
  },
  dependent_item_exists: {
    status: 409,
    title: 'Still in use',
    help: 'Remove what depends on the record first (`dependents` counts it by kind), or archive the record where it can be.',
  },
  asset_not_active: {
    status: 409,
    title: 'Asset not active',
    help: 'Only an active asset is assigned and issued, and nothing is recorded of one that was archived or disposed of. `allowed_operations` says what its state allows; disposal is final.',
  },
  asset_already_assigned: {
    status: 409,
    title: 'Asset already assigned',
    help: 'Close the assignment in `current_assignment_id` first, or send `"transfer": true` to end it with this request.',
  },
  wrong_holder: {
    status: 409,
    title: 'Somebody else holds it',
    help: 'Name one of `holder_ids`, or leave `person_id` out. Send `"force": true` to record the return all the same.',
  },
  insufficient_quantity: {
    status: 409,
    title: 'Not so many pieces',
    help: 'Ask for at most `available_quantity` pieces, or close assignments first.',
  },
  record_archived: { status: 409, title: 'Archived', help: 'Restore the record before changing it.' },
  cycle_detected: {
    status: 409,
    title: 'Would go round in a circle',
    help: 'The records would lie within each other, directly or by way of others. Choose another record.',
  },
  employment_not_active: {
    status: 409,
    title: 'The employment is not active',
    help: 'Hire the person (`hire`), or `reactivate` the employment, before its assignments start.',
  },
  current_school_year: {
    status: 409,
    title: 'The current school year',
    help: 'Make another school year the current one first.',
  },
  transition_not_available: {
    status: 409,
    title: 'No such transition from here',
    help: 'Use one of `available`, or read the transitions of the issue.',
  },
  issue_blocked: {
    status: 409,
    title: 'Blocked by other issues',
    help: 'Close the issues in `blockers` and `children` first, or take the links away. `hidden_blockers` and `hidden_children` count those that you may not read.',
  },
  approval_required: {
    status: 409,
    title: 'Not approved',
    help: 'The approvers vote with `POST /issues/{issue_id}/approvals`; `approval_status` says where it stands. After a rejection send the issue back, and ask again.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    help: 'The tenant would be left without an owner who can sign in. Make somebody else an owner first, or archive the tenant.',
  },
  built_in_record: {
    status: 409,
    title: 'Built in',
    help: 'The record belongs to the tenant or the installation itself and stays as it is. Make one of your own instead.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Same request still running',
    help: 'Wait for the first request with this Idempotency-Key, then send it again to get its answer.',
  },
  identity_deactivated: {
    status: 409,
    title: 'Identity deactivated',
    help: 'Activate the identity first, or choose another one.',
  },
  precondition_failed: {
    status: 412,
    title: 'Changed in the meantime',
    help: 'Read the record again and repeat the change with the ETag that it has now.',
  },
  content_too_large: {
    status: 413,
    title: 'Body too large',
    help: 'Send at most the number of bytes in `limit`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Content type not supported',
    help: 'Send the body with the Content-Type in `supported`.',
  },
  validation_failed: {
    status: 422,
    title: 'Not valid',
    help: 'Correct what `errors` lists; each entry names the place, a code and what is expected.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key reused',
    help: 'This key was sent with another body or in another tenant. Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the seconds in Retry-After, then send the request again.',
  },
  request_header_fields_too_large: {
    status: 431,
    title: 'Headers too large',
    help: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    help: 'The fault is ours and nothing was changed. Report it with the `request_id`.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'It may or may not have been done: repeat it with the same Idempotency-Key, or read first. Wait for the seconds in Retry-After.',
  },
} as const satisfies Record<string, ProblemDefinition>

/** Code of a problem: stable, and the last part of its `type`. */
export type ProblemCode = keyof typeof problems

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
  not_allowed_value: 'The value is not one of `allowed`, or is refused for a reason that the message gives.',
  reference_not_found: 'No such record is visible in the selected tenant.',
  reference_archived: 'The record is archived or not active, and cannot be named by new work.',
  must_be_null: 'The member must be null or left out here.',
  exactly_one_of: 'Exactly one of several members must be given.',
  current_password_incorrect: 'The current password is another one.',
  read_only: 'The member cannot be changed.',
  invalid_cursor: 'The cursor is broken or was made for another tenant, filter or sort.',
  serial_number_required: 'Assets of a serialized model need a serial number.',
  serial_number_not_allowed: 'Assets of a countable model have no serial number.',
  quantity_must_be_one: 'The quantity of a serialized asset is 1.',
  approver_required:
    'Nobody is named who may approve: a user with issues:write who is neither creator, reporter, requester nor assignee.',
  status_not_in_workflow: 'The status is not one of the workflow; add it there first.',
  tracking_type_differs: 'The new model tracks its assets in another way.',
} as const satisfies Record<string, string>

export type MemberCode = keyof typeof memberCodes
