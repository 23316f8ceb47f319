import { setTimeout as wait } from 'node:timers/promises'
import { type EndpointSpec, isUlid, problems } from '@commonhold/contract'
import postgres from 'postgres'
import type { Credential } from '../auth/credential.ts'
import { HasherBusy, HasherStopped } from '../auth/passwords/hasher.ts'
import type { Deadline } from '../base/deadline.ts'
import { ProblemException, problem, retryLater } from '../base/problem.ts'
import { UnfitConnection } from '../db/connection.ts'
import { problemOfDatabaseError } from '../db/database-errors.ts'
import type { Transaction } from '../db/transaction.ts'
import { writeAudit } from '../store/audit.ts'
import { accessOf, originOf } from './checked-request.ts'
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
  /** True if the request sends a token or key, whether it is valid or not. */
  readonly sendsToken: boolean
  /** `X-Tenant-Id`, as it was sent. */
  readonly namedTenant: string | null
  /** The tenant in which the caller lacks a permission. */
  deniedTenant?: string | null
  /** The problem that the request is answered with. */
  problem?: ProblemException
  /** True if the request waited for changes, so that its duration must not be measured. */
  hasWaited?: boolean
  /** The value of `X-Read-After` in the response; see `recordPrimaryUse`. */
  readAfter?: string | undefined
}

/**
 * Milliseconds to wait before the 503 when the password hashing queue is full. Without the pause, rejected clients retry
 * immediately, and hundreds of them slow down everybody else.
 */
const BUSY_PAUSE = 500

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
    return answerTo(problem('internal_error'), path, progress)
  }
  service.outages.record(error)
  if (error instanceof UnfitConnection)
    service.log.error(
      { reason: error.message, request_id: progress.requestId },
      'the database cannot be used',
    )
  if (error instanceof HasherBusy) await wait(BUSY_PAUSE)
  const { token } = progress
  const denial = token ? denialOf(known, error) : undefined
  if (token && denial) {
    try {
      const origin = originOf(endpoint, progress, token)
      const tenantId =
        tenantOfDenial(error) ?? (token.sessionId === null ? token.tenantId : progress.tenantId)
      const audit = async (tx: Transaction) => {
        if (tenantId) tx.selectTenant(tenantId)
        await writeAudit(tx, origin, [{ action: 'denied', reason: denial, tenantId }])
      }
      await progress.deadline.limit(transact(service.connections, audit, progress.deadline))
    } catch (failed) {
      return answerTo(problemOf(failed, needed, endpoint) ?? problem('internal_error'), path, progress)
    }
  }
  progress.deniedTenant = tenantOfDenial(error)
  return answerTo(known, path, progress)
}

/** The response to a problem, adapted to the token and the `X-Tenant-Id` that were sent. */
function answerTo(error: ProblemException, path: string, progress: Progress): Answer {
  progress.problem = error
  const isOfToken = error.code === 'not_authenticated' && progress.sendsToken
  return failure(named(error, progress), path, progress.requestId, isOfToken ? INVALID_TOKEN : undefined)
}

/** The challenge when the sent token is not valid (RFC 6750, 3.1). */
const INVALID_TOKEN = 'Bearer error="invalid_token"'

/** If `X-Tenant-Id` is not an id, the problem `tenant_access_denied` says what the header must contain. */
function named(error: ProblemException, { namedTenant }: Progress): ProblemException {
  const isMalformed = namedTenant !== null && !isUlid(namedTenant.toUpperCase())
  if (error.code !== 'tenant_access_denied' || !isMalformed) return error
  return problem(
    'tenant_access_denied',
    error.facts,
    'X-Tenant-Id must be the id of a tenant (a ULID), not its name or slug. GET /me/tenants lists yours.',
  )
}

/** The reason in the audit log when the request of a known caller was denied; undefined for other problems. */
function denialOf({ code }: ProblemException, error: unknown): string | undefined {
  // The `detail` is the reason for which the database rejected an API key.
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
    const { facts, message } = error
    const detail = message === problems.permission_denied.help ? undefined : message
    return problem('permission_denied', { required_permission: permission, ...facts }, detail)
  }
  if (error instanceof HasherBusy || error instanceof HasherStopped) return retryLater('unavailable', 1)
  return problemOfDatabaseError(error, permission, endpoint)
}

/** Errors of the database contain the query and its parameters, which must not be logged. */
function reduced(error: unknown) {
  if (!(error instanceof Error)) return { message: 'a value that is not an Error was thrown' }
  const code = 'code' in error ? String(error.code) : undefined
  if (error instanceof postgres.PostgresError) {
    const { code: sqlstate, table_name, constraint_name, routine } = error
    return { type: error.name, code: sqlstate, table_name, constraint_name, routine }
  }
  return { type: error.name, ...(code ? { code } : {}), message: error.message, stack: error.stack }
}
