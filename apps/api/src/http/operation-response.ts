import type { EndpointSpec } from '@commonhold/contract'
import type { Executed } from './execute.ts'
import type { Export } from './export.ts'
import type { Progress } from './problem-responses.ts'
import { headersOf } from './request-headers.ts'
import { API_VERSION, isUnmodified, securityHeaders } from './respond.ts'
import type { HttpContext } from './serve.ts'

/** The response of an operation, with the headers that every response has. */
export function responseOf(
  c: HttpContext,
  endpoint: EndpointSpec,
  { answer, exported, stream }: Executed,
  progress: Progress,
): Response {
  const headers: Record<string, string> = {
    ...securityHeaders,
    ...c.get('cors'),
    ...progress.rate,
    ...answer.headers,
    'X-Request-Id': progress.requestId,
    'X-API-Version': API_VERSION,
  }
  // Not for 404: a malformed id is rejected before a tenant is selected, and must look like an unknown one.
  if (progress.tenantId && answer.status !== 404) headers['X-Tenant-Id'] = progress.tenantId
  if (progress.readAfter !== undefined) headers['X-Read-After'] = progress.readAfter
  if (
    endpoint.method === 'get' &&
    answer.status === 200 &&
    isUnmodified(headersOf(c.env.incoming)('if-none-match'), headers.ETag)
  ) {
    delete headers['Content-Type']
    return new Response(null, { status: 304, headers })
  }
  if (exported) return new Response(exportedBytes(c, exported, headers), { status: answer.status, headers })
  return new Response(stream ?? answer.body, { status: answer.status, headers })
}

/** The bytes of an export, followed by the trailer; null for HEAD. */
function exportedBytes(
  { req, env: { outgoing } }: HttpContext,
  { bytes, count }: Export,
  headers: Record<string, string>,
) {
  if (req.method === 'HEAD') {
    void bytes.cancel()
    return null
  }
  headers.Trailer = 'Export-Count'
  const ending = new TransformStream<Uint8Array, Uint8Array>({
    flush: () => outgoing.addTrailers({ 'Export-Count': String(count()) }),
  })
  return bytes.pipeThrough(ending)
}
