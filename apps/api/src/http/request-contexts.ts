import { type EndpointSpec, takesIdempotencyKey } from '@commonhold/contract'
import {
  type Authorization,
  AuthorizedReader,
  AuthorizedTransaction,
  type ReadPools,
} from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import { problem } from '../base/problem.ts'
import type { TransactionConnection } from '../db/database.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { entryValues, writeAudit } from '../store/audit.ts'
import type { ReadContext, RequestContext, StepsContext, WriteContext } from '../store/context.ts'
import { checkReply } from './check-reply.ts'
import { type CheckedRequest, entryOf, originOf } from './checked-request.ts'
import { claim, type RepeatableRequest, readIdempotencyKey, storeAnswer } from './idempotency.ts'
import { type Answer, success, versionsOf } from './respond.ts'
import { type Service, transactWith } from './service.ts'

/** What every handler receives about a request. */
export function requestContext(
  service: Service,
  request: CheckedRequest,
  headers: Record<string, string>,
): RequestContext {
  return {
    requestId: request.requestId,
    source: request.source,
    userAgent: request.header('user-agent')?.slice(0, 512) ?? null,
    clock: service.clock,
    url: request.url,
    header: (name, value) => {
      headers[name] = value
    },
  }
}

/** The reads of a request, each authorized by its own statement. */
export const readerOf = (
  pools: ReadPools,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: Credential,
): AuthorizedReader =>
  new AuthorizedReader(
    pools,
    entryOf(endpoint, request, token),
    recordingAuthorization(request),
    request.deadline,
  )

/** The context of a read. */
export function readContext(
  service: Service,
  request: CheckedRequest,
  token: Credential,
  headers: Record<string, string>,
  reader: AuthorizedReader,
): ReadContext {
  return {
    ...requestContext(service, request, headers),
    actor: token,
    reader,
    authorized: () => reader.authorized(),
    inTenant: (tenantId, access) => {
      const there = new AuthorizedReader(
        service.pools,
        { token, tenantId, access },
        (authorization) => authorization,
      )
      return readContext(service, request, token, headers, there)
    },
  }
}

/** The context of a write that opens its own transactions. */
export function stepsContext(
  service: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: Credential,
  headers: Record<string, string>,
): StepsContext {
  return {
    ...requestContext(service, request, headers),
    actor: token,
    readOnlyMembers: request.readOnlyMembers ?? {},
    transact: (work) =>
      transactWith(
        service.connections,
        request.deadline,
        authorizedBy(endpoint, request, token),
        async (tx) => {
          const context = writeContext(service, endpoint, request, token, headers, tx)
          return withinQuota(service, endpoint, tx, work(context))
        },
      ),
    once: (work) =>
      transactWith(
        service.connections,
        request.deadline,
        authorizedBy(endpoint, request, token),
        async (tx) => {
          const repeatable = repeatableOf(endpoint, request, token, tx)
          const earlier = repeatable && (await claim(tx, repeatable))
          if (earlier) throw new Repeated(earlier)
          const context = writeContext(service, endpoint, request, token, headers, tx)
          const worked = await withinQuota(service, endpoint, tx, work(context))
          if (repeatable)
            await storeAnswer(tx, repeatable, success(endpoint, request, checkReply(endpoint, worked), {}))
          return worked
        },
      ),
  }
}

/** The result of the work of an operation. If the tenant's quota is used up, that is the error, even if the work failed, too. */
async function withinQuota<Worked>(
  { quotas }: Service,
  { operationId }: EndpointSpec,
  tx: AuthorizedTransaction,
  working: Promise<Worked>,
): Promise<Worked> {
  const [worked] = await Promise.allSettled([working])
  quotas.assertRoom(operationId, (await tx.authorized()).tenantId)
  if (worked.status === 'rejected') throw worked.reason
  return worked.value
}

/** Ends a request whose response is already stored under the same `Idempotency-Key`. */
export class Repeated extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('the request was answered before')
    this.answer = answer
  }
}

/** The idempotency key of a request; undefined when it has none. */
export function repeatableOf(
  endpoint: EndpointSpec,
  { header, url, body, readOnlyMembers }: CheckedRequest,
  token: Credential,
  tx: AuthorizedTransaction,
): RepeatableRequest | undefined {
  const key = takesIdempotencyKey(endpoint) ? readIdempotencyKey(header('idempotency-key')) : undefined
  if (key === undefined) return undefined
  const compared = withoutPassword(body)
  return {
    userId: token.userId,
    tenantId: async () => (endpoint.ignoresTenant ? null : (await tx.authorized()).tenantId),
    path: url.pathname,
    key,
    body: readOnlyMembers ? [compared, readOnlyMembers] : compared,
  }
}

/** The stored hash of a request must not help to guess a password. */
const withoutPassword = (body: unknown) =>
  body !== null && typeof body === 'object' && 'password' in body ? { ...body, password: null } : body

/** Opens a transaction whose first statement authorizes the request. */
export const authorizedBy =
  (endpoint: EndpointSpec, request: CheckedRequest, token: Credential) =>
  (connection: TransactionConnection, head: string): AuthorizedTransaction =>
    new AuthorizedTransaction(
      connection,
      head,
      entryOf(endpoint, request, token),
      recordingAuthorization(request),
    )

/** The context of a write in its one transaction. */
export function writeContext(
  service: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: Credential,
  headers: Record<string, string>,
  tx: AuthorizedTransaction,
): WriteContext {
  const origin = originOf(endpoint, request, token)
  return {
    ...requestContext(service, request, headers),
    tx,
    // The statement is sent together with those that follow it; COMMIT fails if it fails.
    audit: (entries) => void ignoreUnhandled(writeAudit(tx, origin, [entries].flat())),
    auditValues: (entry) => entryValues(origin, entry),
    actor: token,
    authorized: () => tx.authorized(),
    tenantId: async () => (await tx.authorized()).tenantId ?? refuseTenant(),
    ifMatch: allowedVersions(request),
  }
}

/** The versions that `If-Match` allows; only the version in the body, if that is sent. */
function allowedVersions({ header, version }: CheckedRequest): readonly number[] | undefined {
  const matched = versionsOf(header('if-match'))
  if (version === undefined) return matched
  return matched === undefined || matched.includes(version) ? [version] : []
}

/** Stores the tenant for which the database authorized the request. */
const recordingAuthorization = (request: CheckedRequest) => (authorization: Authorization) => {
  request.authorized(authorization.tenantId)
  return authorization
}

function refuseTenant(): never {
  throw problem('tenant_access_denied')
}
