import { type EndpointSpec, isUlid, type ProblemError } from '@commonhold/contract'
import { expectedTenant } from '../auth/expected-tenant.ts'
import type { ProblemException } from '../base/problem.ts'
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

/**
 * Writes the log line of a request, and counts the request. If it was rejected, the line contains the code of the problem, and
 * which members were not valid.
 */
export function logRequest(service: Service, answered: Answered): void {
  const { endpoint, method, header, progress, status, started } = answered
  const { requestId, token, tenantId, problem } = progress
  const ms = performance.now() - started
  if (!progress.hasWaited) service.metrics?.request(endpoint.operationId, status, ms)
  service.log.info({
    request_id: requestId,
    ...traceOf(header),
    method,
    operation: endpoint.operationId,
    status,
    ...(problem ? { code: problem.code, ...errorsOf(problem) } : {}),
    ms: Math.round(ms * 10) / 10,
    user_id: token?.userId ?? null,
    session_id: token?.sessionId ?? null,
    api_key_id: token?.sessionId === null ? token.apiKeyId : null,
    tenant_id: tenantId,
    ...(problem && tenantId === null ? requestedTenant(endpoint, progress) : {}),
  })
}

/**
 * The place, member and code of each error of a request that is not valid. Only the first part of a pointer is logged, and no
 * undeclared member: names below it, such as those of custom fields, are data that was sent.
 */
function errorsOf({ code, facts }: ProblemException) {
  if (code !== 'validation_failed') return {}
  // Every problem with this code has them.
  const errors = facts.errors as readonly ProblemError[]
  return {
    errors: errors.map((error) => ({
      in: error.in,
      ...(error.code.startsWith('unknown_')
        ? {}
        : { member: error.pointer.replace(/^\//, '').split('/')[0] }),
      code: error.code,
    })),
  }
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
