import type { EndpointSpec } from '@commonhold/contract'
import { takesIdempotencyKey } from '@commonhold/contract'
import { type AuditEntry, type AuditOrigin, entryValues, writeAudit } from './audit.ts'
import { withCaller } from './caller.ts'
import type { PublicContext, ReadContext, RequestContext, StepsContext, WriteContext } from './context.ts'
import type { Slot } from './database.ts'
import type { Deadline } from './deadline.ts'
import { type Admission, AdmittedReader, AdmittedTransaction, type Entry } from './enter.ts'
import { claim, keep, readIdempotencyKey } from './idempotency.ts'
import type { Implementation } from './implement.ts'
import { problem } from './problem.ts'
import type { HeaderReader } from './request-headers.ts'
import { type Answer, success, versionsOf } from './respond.ts'
import { type Service, transact, transactWith } from './service.ts'
import { quiet } from './statement.ts'
import type { AccessToken } from './tokens.ts'
import type { Transaction } from './transaction.ts'
import { checkReply } from './validate.ts'

/** A request after everything that can be checked without the database. */
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
  /** Told the tenant as soon as the database admitted the request. */
  entered(tenantId: string | null): void
}

/** An answer, and whether the session's use should be noted. */
export interface Executed {
  readonly answer: Answer
  readonly isStale: boolean
}

function requestContext(
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

/** Runs a public operation; it opens its own transactions. */
export async function executePublic(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: AccessToken | null,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const entries: AuditEntry[] = []
  const origin = originOf(endpoint, request, null)
  const context: PublicContext = {
    ...requestContext(service, request, headers),
    audit: (noted) => entries.push(...[noted].flat()),
    transact: (work) => {
      const before = entries.length
      const audited = async (tx: Transaction) => {
        // A further try notes anew what the one before did.
        entries.length = before
        const result = await work(tx)
        await writeAudit(tx, origin, entries.splice(0))
        return result
      }
      return transact(service.slots, audited, request.deadline)
    },
    signedIn: token ? stepsContext(service, endpoint, request, token, headers) : undefined,
  }
  const reply = checkReply(endpoint, await handle(request, context))
  return { answer: success(endpoint, request, reply, headers), isStale: false }
}

/** Runs a read of a signed-in user. */
export async function executeRead(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: AccessToken,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const reader = new AdmittedReader(service.pools, entryOf(endpoint, request, token), telling(request))
  const contextOf = (admitted: AdmittedReader): ReadContext => ({
    ...requestContext(service, request, headers),
    actor: token,
    reader: admitted,
    entered: () => admitted.entered(),
    inTenant: (tenantId, access) =>
      contextOf(new AdmittedReader(service.pools, { token, tenantId, access }, (admission) => admission)),
  })
  const context = contextOf(reader)
  const query = withCaller(endpoint, request.query, token.userId)
  const reply = await handle({ ...request, query }, context)
  return executed(success(endpoint, request, checkReply(endpoint, reply), headers), await reader.entered())
}

/** Runs a write of a signed-in user: one transaction that admits, works, checks the reply and writes the audit. */
export function executeWrite(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: AccessToken,
): Promise<Executed> {
  const key = takesIdempotencyKey(endpoint)
    ? readIdempotencyKey(request.header('idempotency-key'))
    : undefined
  return transactWith(service.slots, request.deadline, admittedBy(endpoint, request, token), async (tx) => {
    const headers: Record<string, string> = {}
    const context = writeContext(service, endpoint, request, token, headers, tx)
    const repeatable =
      key === undefined
        ? undefined
        : {
            userId: token.userId,
            tenantId: endpoint.ignoresTenant ? null : (await tx.entered()).tenantId,
            path: request.url.pathname,
            key,
            body: request.body,
          }
    const earlier = repeatable && (await claim(tx, repeatable))
    if (earlier) return executed(earlier, await tx.entered())

    const [handled] = await Promise.allSettled([handle(request, context)])
    const admission = await tx.entered()
    if (handled.status === 'rejected') throw handled.reason
    const answer = success(endpoint, request, checkReply(endpoint, handled.value), headers)
    if (repeatable) await keep(tx, repeatable, answer)
    return executed(answer, admission)
  })
}

/** Runs a write of a signed-in user that opens its own transactions, each of which admits and writes its audit. */
export async function executeSteps(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: AccessToken,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const context = stepsContext(service, endpoint, request, token, headers)
  const reply = checkReply(endpoint, await handle(request, context))
  return { answer: success(endpoint, request, reply, headers), isStale: false }
}

function stepsContext(
  service: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: AccessToken,
  headers: Record<string, string>,
): StepsContext {
  return {
    ...requestContext(service, request, headers),
    actor: token,
    transact: (work) =>
      transactWith(service.slots, request.deadline, admittedBy(endpoint, request, token), async (tx) => {
        const context = writeContext(service, endpoint, request, token, headers, tx)
        const [worked] = await Promise.allSettled([work(context)])
        await tx.entered()
        if (worked.status === 'rejected') throw worked.reason
        return worked.value
      }),
  }
}

/** Opens a transaction whose first statement admits the request. */
const admittedBy =
  (endpoint: EndpointSpec, request: CheckedRequest, token: AccessToken) =>
  (slot: Slot, head: string): AdmittedTransaction =>
    new AdmittedTransaction(slot, head, entryOf(endpoint, request, token), telling(request))

function writeContext(
  service: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: AccessToken,
  headers: Record<string, string>,
  tx: AdmittedTransaction,
): WriteContext {
  const origin = originOf(endpoint, request, token)
  return {
    ...requestContext(service, request, headers),
    tx,
    // Travels with what follows; COMMIT fails when it does.
    audit: (entries) => void quiet(writeAudit(tx, origin, [entries].flat())),
    noted: (entry) => entryValues(origin, entry),
    actor: token,
    entered: () => tx.entered(),
    tenantId: async () => (await tx.entered()).tenantId ?? refuseTenant(),
    ifMatch: versionsOf(request.header('if-match')),
  }
}

const telling = (request: CheckedRequest) => (admission: Admission) => {
  request.entered(admission.tenantId)
  return admission
}

const entryOf = (endpoint: EndpointSpec, request: CheckedRequest, token: AccessToken): Entry => ({
  token,
  tenantId: endpoint.ignoresTenant ? null : (request.header('x-tenant-id')?.toUpperCase() ?? null),
  access: accessOf(endpoint),
  body: request.body,
})

/** What a caller with a token needs. */
export const accessOf = ({ permission, withToken }: EndpointSpec) => withToken ?? permission

const executed = (answer: Answer, { isStale }: Admission): Executed => ({ answer, isStale })

function refuseTenant(): never {
  throw problem('tenant_access_denied')
}

/** Who asks for what, from where, as the audit log tells it. */
export function originOf(
  endpoint: EndpointSpec,
  request: Pick<CheckedRequest, 'requestId' | 'source'>,
  token: AccessToken | null,
): AuditOrigin {
  return {
    operation: endpoint.operationId,
    requestId: request.requestId,
    source: request.source,
    actorId: token?.userId ?? null,
    sessionId: token?.sessionId ?? null,
  }
}
