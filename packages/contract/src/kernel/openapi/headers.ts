import { ref } from './types.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

/** Every header that an answer can carry. */
export const responseHeaders = {
  Allow: { description: 'The methods of the path (RFC 9110).', schema: text },
  'Cache-Control': { description: '`no-store`: the answer contains a credential (RFC 9111).', schema: text },
  ETag: { description: 'Version of the record, for If-Match and If-None-Match (RFC 9110).', schema: text },
  'Idempotent-Replayed': {
    description: '`true` when the answer is that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'boolean' },
  },
  'Impact-Truncated': {
    description: '`true` when items are affected beyond the depth of the request.',
    schema: { type: 'boolean' },
  },
  Link: {
    description: 'Addresses of the pages `first` and `next` (RFC 8288); no `next` on the last page.',
    schema: text,
  },
  Location: {
    description: 'Address of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  RateLimit: { description: 'Requests left, and when the limit resets.', schema: text },
  'RateLimit-Policy': { description: 'The limits that apply.', schema: text },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: count },
  'Total-Count': {
    description: 'Records in the whole list, with `count=true`; at most 10,000.',
    schema: count,
  },
  'Total-Count-Capped': {
    description: '`true` when the list has more records than `Total-Count`.',
    schema: { type: 'boolean' },
  },
  'WWW-Authenticate': {
    description:
      'How to authenticate: `Bearer` (RFC 6750), with `error="invalid_token"` if the token or key that was sent is not valid.',
    schema: text,
  },
  'X-API-Version': {
    description: 'Version of the interface that answered.',
    schema: ref('schemas', 'ApiVersion'),
  },
  'X-Request-Id': { description: 'Id of the request in the log.', schema: text },
  'X-Tenant-Id': { description: 'Id (ULID) of the tenant that the request worked in.', schema: text },
} as const

export type ResponseHeader = keyof typeof responseHeaders

/** Headers of every answer to a request that reached the service. */
const always: readonly ResponseHeader[] = ['X-Request-Id', 'X-API-Version', 'RateLimit', 'RateLimit-Policy']

/** References to the headers that every answer has, and to further ones. */
export function headerRefs(...more: readonly ResponseHeader[]) {
  return Object.fromEntries([...always, ...more].sort().map((name) => [name, ref('headers', name)]))
}
