import { conflicts, type ProblemDefinition } from './conflicts.ts'

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
    help: 'Check the email address or username and the password.',
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
    help: 'This operation accepts only the access token of a session: sign in, and send that token.',
  },
  network_not_allowed: {
    status: 403,
    title: 'Network not allowed',
    help: 'The API key is not accepted from this address. Send the request from one of its `allowed_networks`, or use a key that allows this one.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    help: 'Sign-up is turned off here. Ask the operator, or an administrator of your organisation, for an account.',
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
    help: 'The cursor is older than the events that are kept, or the database was restored since. Get a new cursor with `GET /events/head`, list the records again, and continue from that cursor.',
  },
  ...conflicts,
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
    help: 'Correct what `errors` lists; each entry has the location, a code and what is expected.',
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
    help: 'This installation has no mail server. Its operator must set SMTP_URL, MAIL_FROM and APP_URL.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The request may or may not have taken effect. Wait for the seconds in Retry-After, then send it again with the same Idempotency-Key, or read the record first.',
  },
} as const satisfies Record<string, ProblemDefinition>

/** Code of a problem: stable, and the last part of its `type`. */
export type ProblemCode = keyof typeof problems
