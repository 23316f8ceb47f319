import type { EndpointSpec } from '@commonhold/contract'
import type { Entry } from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import type { Deadline } from '../base/deadline.ts'
import type { AuditOrigin } from '../store/audit.ts'
import type { ReadOnlyMembers, RecordOperations } from './record-operations.ts'
import type { HeaderReader } from './request-headers.ts'

/** A request after all checks that need no database. */
export interface CheckedRequest {
  readonly requestId: string
  readonly source: string | null
  readonly deadline: Deadline
  readonly url: URL
  readonly basePath: string
  readonly header: HeaderReader
  readonly params: Record<string, string>
  readonly query: unknown
  readonly body: unknown
  readonly readOnlyMembers: ReadOnlyMembers | undefined
  readonly operations: RecordOperations
  /** The version in the body. */
  readonly version: number | undefined
  /** Called with the tenant as soon as the database has authorized the request. */
  authorized(tenantId: string | null): void
  /**
   * The tenant for which the request was authorized before. Later steps use it, even if the session has selected another
   * tenant since.
   */
  tenantBefore(): string | null
}

/** The caller, the required permission and the tenant of a request. */
export const entryOf = (endpoint: EndpointSpec, request: CheckedRequest, token: Credential): Entry => ({
  token,
  tenantId: endpoint.ignoresTenant
    ? null
    : (request.header('x-tenant-id')?.toUpperCase() ?? request.tenantBefore()),
  access: accessOf(endpoint),
  body: request.body,
})

/** The permission that a request with a token requires. */
export const accessOf = ({ permission, withToken }: EndpointSpec) => withToken ?? permission

/** The actor, operation and source of a request, as the audit log records them. */
export function originOf(
  endpoint: EndpointSpec,
  request: Pick<CheckedRequest, 'requestId' | 'source'>,
  token: Credential | null,
): AuditOrigin {
  return {
    operation: endpoint.operationId,
    requestId: request.requestId,
    source: request.source,
    actorId: token?.userId ?? null,
    sessionId: token?.sessionId ?? null,
    apiKeyId: token?.sessionId === null ? token.apiKeyId : null,
  }
}
