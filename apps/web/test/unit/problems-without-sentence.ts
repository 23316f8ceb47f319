import type { ProblemCode } from '@commonhold/contract'

/** Problems for which the page has no message, each with the reason. */
export const withoutSentence: { readonly [C in ProblemCode]?: string } = {
  malformed_json: 'The page writes its bodies by JSON.stringify.',
  malformed_request: 'Browsers write the request line and the headers.',
  unsupported_api_version: 'The page names no version.',
  invalid_refresh_token: 'The page keeps no refresh token.',
  session_required: 'Only programs work with an API key.',
  network_not_allowed: 'Only API keys are bound to networks.',
  method_not_allowed: 'The page sends what the contract declares.',
  not_acceptable: 'The page accepts what the contract declares.',
  unsupported_media_type: 'The page sends the type that the contract declares.',
  idempotency_key_reused: 'The page makes a key for each body.',
  request_header_fields_too_large: 'The headers of the page have a fixed size.',
  cursor_expired: 'The page follows no events that may have expired: it reads its lists anew.',
}
