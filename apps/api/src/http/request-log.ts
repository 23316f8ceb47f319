import { type EndpointSpec, isUlid } from '@commonhold/contract'
import { expectedTenant } from '../auth/expected-tenant.ts'
import { NO_TENANT } from '../db/tenant.ts'
import type { Progress } from './problem-responses.ts'
import type { HeaderReader } from './request-headers.ts'
import type { Service } from './service.ts'
import { traceOf } from './trace.ts'

/** A request that was answered. */
interface Answered {
  readonly endpoint: EndpointSpec
  readonly method: string
  readonly header: HeaderReader
  readonly progress: Progress
  readonly status: number
  readonly started: number
}

/** Writes the log line of a request, and counts the request. If it was rejected, the line contains the code of the problem. */
export function logRequest(service: Service, answered: Answered): void {
  const { endpoint, method, header, progress, status, started } = answered
  const { requestId, token, tenantId, code } = progress
  const ms = performance.now() - started
  if (!progress.hasWaited) service.metrics?.request(endpoint.operationId, status, ms)
  service.log.info({
    request_id: requestId,
    ...traceOf(header),
    method,
    operation: endpoint.operationId,
    status,
    ...(code ? { code } : {}),
    ms: Math.round(ms * 10) / 10,
    user_id: token?.userId ?? null,
    session_id: token?.sessionId ?? null,
    api_key_id: token?.sessionId === null ? token.apiKeyId : null,
    tenant_id: tenantId,
    ...(code && tenantId === null ? requestedTenant(endpoint, progress) : {}),
  })
}

/** The tenant for which a rejected request was not authorized. Text that is not an id is not logged. */
function requestedTenant({ ignoresTenant }: EndpointSpec, { token, namedTenant, deniedTenant }: Progress) {
  if (deniedTenant) return { requested_tenant_id: deniedTenant }
  if (ignoresTenant) return {}
  const named = namedTenant?.toUpperCase() ?? null
  const requested = named === null && token ? expectedTenant({ token, tenantId: null }) : named
  return requested !== null && requested !== NO_TENANT && isUlid(requested)
    ? { requested_tenant_id: requested }
    : {}
}
