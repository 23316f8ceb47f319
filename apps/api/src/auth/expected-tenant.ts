import postgres from 'postgres'
import { NO_TENANT } from '../db/tenant.ts'
import type { Credential } from './credential.ts'
import { newestOf } from './newest.ts'

/** The tenants in which sessions worked last. Another instance may have selected another one since. */
const ofSessions = newestOf<string, string>(10_000)

/** How often a request is tried at most, when its session selects other tenants meanwhile. */
export const TRIES_OF_TENANT = 50

/** Who makes a request, and the tenant that it names. */
interface Request {
  readonly token: Credential
  readonly tenantId: string | null
}

/**
 * The tenant in which a request is expected to work, because statements name it before the database has authorized the
 * request: the one that the request names, that of the API key, or the one in which the session worked last. The
 * authorization in the statement confirms it.
 */
export function expectedTenant({ token, tenantId }: Request): string {
  if (tenantId !== null) return tenantId
  return token.sessionId === null ? token.tenantId : (ofSessions.get(token.sessionId) ?? NO_TENANT)
}

/** Records the tenant in which a session works when its requests name none. */
export function expectTenant(sessionId: string, tenantId: string): void {
  if (ofSessions.get(sessionId) !== tenantId) ofSessions.set(sessionId, tenantId)
}

/** Records the tenant for which the database authorized a request. */
export function recordTenant({ token, tenantId }: Request, authorized: string | null): void {
  if (tenantId === null && token.sessionId !== null) expectTenant(token.sessionId, authorized ?? NO_TENANT)
}

/** Whether the error says that a statement named another tenant than the one in which its session works. */
export const isOtherTenant = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError && error.code === 'CHEXP'

/** Records the right tenant when the error says that another one was expected; returns whether it does. */
export function recordTenantInstead(request: Request, error: unknown): boolean {
  if (!isOtherTenant(error)) return false
  recordTenant(request, error.detail ?? null)
  return true
}
