import type { HeaderReader } from './request-headers.ts'

/** Version ff is invalid, and in version 00 nothing may follow the flags. */
const traceparent = /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** The trace of a request, for its log line: `trace_id` of a valid `traceparent` header (W3C Trace Context, level 1). */
export function traceOf(header: HeaderReader): { readonly trace_id?: string } {
  const [, traceId] = traceparent.exec(header('traceparent') ?? '') ?? []
  return traceId === undefined ? {} : { trace_id: traceId }
}
