import postgres from 'postgres'
import { NO_TENANT } from '../db/tenant.ts'
import type { Credential } from './credential.ts'
import { newestOf } from './newest.ts'

/** The tenants in which sessions worked last, by session id. Another instance may have selected another tenant since. */
const ofSessions = newestOf<string, string>(10_000)

/** The maximum number of tries of a request whose session selects other tenants meanwhile. */
export const TRIES_OF_TENANT = 50

/** The credential of a request, and the tenant that it names. */
interface Request {
  readonly token: Credential
  readonly tenantId: string | null
}

/**
 * The tenant in which a request probably works: the tenant that it names, that of its API key, or that in which its session
 * worked last. Statements name it before the database has authorized the request; the authorization in the statement confirms it.
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

/** True for the error that a statement named another tenant than its session works in. */
export const isOtherTenant = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError && error.code === 'CHEXP'

/** If the error says that a wrong tenant was expected, records the right one and returns true. */
export function correctExpectedTenant(request: Request, error: unknown): boolean {
  if (!isOtherTenant(error)) return false
  recordTenant(request, error.detail ?? null)
  return true
}
