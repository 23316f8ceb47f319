import type { EndpointSpec } from '@commonhold/contract'
import postgres from 'postgres'
import type { Credential } from '../auth/credential.ts'
import { HasherBusy, HasherStopped } from '../auth/passwords/hasher.ts'
import type { Deadline } from '../base/deadline.ts'
import { ProblemException, problem, retryLater } from '../base/problem.ts'
import { UnfitConnection } from '../db/connection.ts'
import { problemOfDatabaseError } from '../db/database-errors.ts'
import { selectTenant } from '../db/select-tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { writeAudit } from '../store/audit.ts'
import { accessOf, originOf } from './request-contexts.ts'
import { type Answer, failure } from './respond.ts'
import { type Service, transact } from './service.ts'

/** What is known about a request when it fails. */
export interface Progress {
  readonly requestId: string
  readonly source: string | null
  readonly deadline: Deadline
  token: Credential | null
  rate: Readonly<Record<string, string>>
  /** The tenant of the request. */
  tenantId: string | null
}

/** Converts any error to a response. For a denied request an audit entry is written first. */
export async function refuse(
  error: unknown,
  path: string,
  endpoint: EndpointSpec,
  service: Service,
  progress: Progress,
): Promise<Answer> {
  const needed = accessOf(endpoint)
  const known = problemOf(error, needed, endpoint)
  if (!known) {
    service.log.error(
      { err: reduced(error), request_id: progress.requestId, operation: endpoint.operationId },
      'request failed',
    )
    return failure(problem('internal_error'), path, progress.requestId)
  }
  if (error instanceof UnfitConnection)
    service.log.error(
      { reason: error.message, request_id: progress.requestId },
      'the database cannot be used',
    )
  const { token } = progress
  const denial = token ? denialOf(known, error) : undefined
  if (token && denial) {
    try {
      const origin = originOf(endpoint, progress, token)
      const tenantId =
        tenantOfDenial(error) ?? (token.sessionId === null ? token.tenantId : progress.tenantId)
      const audit = async (tx: Transaction) => {
        if (tenantId) await tx.run(selectTenant, { tenant_id: tenantId })
        await writeAudit(tx, origin, [{ action: 'denied', reason: denial, tenantId }])
      }
      await progress.deadline.limit(transact(service.connections, audit, progress.deadline))
    } catch (failed) {
      return failure(
        problemOf(failed, needed, endpoint) ?? problem('internal_error'),
        path,
        progress.requestId,
      )
    }
  }
  return failure(known, path, progress.requestId)
}

/** What is written to the audit log about a request of a known caller that was denied; undefined for other problems. */
function denialOf({ code }: ProblemException, error: unknown): string | undefined {
  // The database names the reason for which it refused an API key.
  if (code === 'not_authenticated')
    return error instanceof postgres.PostgresError ? (error.detail ?? undefined) : undefined
  return denials.has(code) ? code : undefined
}

const denials: ReadonlySet<string> = new Set([
  'permission_denied',
  'tenant_access_denied',
  'network_not_allowed',
  'session_required',
])

/** `commonhold_authorize_caller` returns the tenant in which a permission was missing. */
const tenantOfDenial = (error: unknown) =>
  error instanceof postgres.PostgresError && /^CH(PER|SCO)$/.test(error.code) ? (error.detail ?? null) : null

function problemOf(error: unknown, permission: string, endpoint: EndpointSpec): ProblemException | undefined {
  if (error instanceof ProblemException) {
    if (error.code !== 'permission_denied') return error
    return problem('permission_denied', { required_permission: permission, ...error.facts }, error.message)
  }
  if (error instanceof HasherBusy || error instanceof HasherStopped) return retryLater('unavailable', 1)
  return problemOfDatabaseError(error, permission, endpoint)
}

/** Errors of the database contain the query and its parameters, which must not be logged. */
function reduced(error: unknown) {
  if (!(error instanceof Error)) return { message: 'something that is no Error was thrown' }
  const code = 'code' in error ? String(error.code) : undefined
  if (error instanceof postgres.PostgresError) {
    const { code: sqlstate, table_name, constraint_name, routine } = error
    return { type: error.name, code: sqlstate, table_name, constraint_name, routine }
  }
  return { type: error.name, ...(code ? { code } : {}), message: error.message, stack: error.stack }
}
