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
    help: 'Send `Authorization: Bearer <access token or API key>`. A token may have expired or its session may have ended: sign in again. A key may have expired, or been replaced or deleted: use another.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Wrong name or password',
    help: 'Check the e-mail address or username and the password.',
  },
  invalid_refresh_token: {
    status: 401,
    title: 'Refresh token not accepted',
    help: 'The refresh token was used before, has expired, or its session has ended. Sign in again.',
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
  session_required: {
    status: 403,
    title: 'Not with an API key',
    help: 'This operation takes the access token of a session, not an API key: sign in, and send the token instead.',
  },
  network_not_allowed: {
    status: 403,
    title: 'Network not allowed',
    help: 'The API key is not accepted from this address. Send the request from one of its `allowed_networks`, or use a key that allows this one.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    help: 'This installation does not let people make accounts by themselves. Ask whoever runs it, or an administrator of your organisation, for an account.',
  },
  read_only_shared_record: {
    status: 403,
    title: 'Shared record',
    help: 'The record belongs to the root tenant and can be changed only there. Create a record in your own tenant instead.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is no such resource, or it is not visible to you.',
  },
  no_current_identity: {
    status: 404,
    title: 'No current identity',
    help: 'The person has no current identity. Make one of its identities the current one, or create one.',
  },
  no_tenant_selected: {
    status: 404,
    title: 'No tenant selected',
    help: 'Select a tenant with POST /me/current-tenant, or name it in X-Tenant-Id.',
  },
  no_project_selected: {
    status: 404,
    title: 'No project selected',
    help: 'Choose a project of GET /me/projects and select it with POST /me/current-project.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    help: 'Accept application/json. Lists that can be exported also answer text/csv and application/x-ndjson, GET /events and GET /me/notifications also text/event-stream. Problems are application/problem+json.',
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
  cursor_expired: {
    status: 410,
    title: 'Cursor expired',
    help: 'The cursor is older than the events that are kept, or the database was restored since. Take a new cursor with `GET /events/head`, list the records anew, and read on from there.',
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
  quota_exceeded: {
    status: 409,
    title: 'Quota used up',
    help: 'The tenant has as many records of `quota` as it may have (`limit`). Delete some that are not needed; they are counted anew within a minute. Or ask whoever runs the installation for a higher limit.',
  },
  asset_not_active: {
    status: 409,
    title: 'Asset not active',
    help: 'Only an active asset can be assigned or issued, and an archived or disposed asset takes no entries. `allowed_operations` lists what its state allows. Disposal is final.',
  },
  asset_already_assigned: {
    status: 409,
    title: 'Asset already assigned',
    help: 'Close the assignment in `current_assignment_id` first, or send `"transfer": true` to end it with this request.',
  },
  wrong_holder: {
    status: 409,
    title: 'Another person holds the asset',
    help: 'Send one of `holder_ids` as `person_id`, or leave `person_id` out. To record the return anyway, send `"force": true`.',
  },
  insufficient_quantity: {
    status: 409,
    title: 'Not enough pieces',
    help: 'Ask for at most `available_quantity` pieces, or close assignments first.',
  },
  record_archived: { status: 409, title: 'Archived', help: 'Restore the record before changing it.' },
  cycle_detected: {
    status: 409,
    title: 'Would create a cycle',
    help: 'The records would contain each other, directly or through other records. Choose another record.',
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
    title: 'Transition not available',
    help: 'Use one of `available`, or read the transitions of the issue.',
  },
  issue_blocked: {
    status: 409,
    title: 'Blocked by other issues',
    help: 'Close the issues in `blockers` and `children` first, or remove the links to them. `hidden_blockers` and `hidden_children` count those that you may not read.',
  },
  approval_required: {
    status: 409,
    title: 'Not approved',
    help: 'The approvers vote with `POST /issues/{issue_id}/approvals`; `approval_status` is the state of the approval. After a rejection, move the issue back and request the approval again.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    help: 'The tenant would be left without an owner who can sign in. Make somebody else an owner first, or archive the tenant.',
  },
  built_in_record: {
    status: 409,
    title: 'Built in',
    help: 'The record is part of the tenant or of the installation and cannot be changed. Create a record of your own instead.',
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
    help: 'Read the record again and repeat the change with its current ETag or `version`.',
  },
  content_too_large: {
    status: 413,
    title: 'Body too large',
    help: 'Send a body of at most `limit` bytes.',
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
  link_not_valid: {
    status: 422,
    title: 'The link is not valid',
    help: 'Links in mails work once and for a limited time, and the latest mail may have another one. Ask for a new mail.',
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
    help: 'The service failed and changed nothing. Report it with the `request_id`.',
  },
  mail_not_configured: {
    status: 503,
    title: 'Mail cannot be sent',
    help: 'This installation has no mail server. Whoever runs it sets SMTP_URL, MAIL_FROM and APP_URL.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The request may or may not have taken effect. Wait for the seconds in Retry-After, then send it again with the same Idempotency-Key, or read the record first.',
  },
} as const satisfies Record<string, ProblemDefinition>

/** Code of a problem: stable, and the last part of its `type`. */
export type ProblemCode = keyof typeof problems
