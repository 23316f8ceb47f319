import type { EndpointSpec } from '@commonhold/contract'
import type { Authorization, AuthorizedTransaction } from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import { invalid, ProblemException, problem, withErrors } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { type AuditEntry, writeAudit } from '../store/audit.ts'
import type { PublicContext, WriteContext } from '../store/context.ts'
import type { Implementation } from '../store/implement.ts'
import { checkReply, isReply } from './check-reply.ts'
import { type CheckedRequest, originOf } from './checked-request.ts'
import type { Export } from './export.ts'
import { withResolvedReferences } from './external-references.ts'
import { claim, claimAhead, isKeyClaimed, storeAnswer } from './idempotency.ts'
import { inclusionsOf, withIncluded } from './include.ts'
import {
  authorizedBy,
  Repeated,
  readContext,
  readerOf,
  repeatableOf,
  requestContext,
  stepsContext,
  writeContext,
} from './request-contexts.ts'
import { type Answer, success } from './respond.ts'
import { type Service, transact, transactWith } from './service.ts'

/** A response, and whether the session's use should be recorded. */
export interface Executed {
  readonly answer: Answer
  readonly isStale: boolean
  /** The body of an export, sent in place of `answer.body`. */
  readonly exported?: Export
  /** The body of a stream, sent in place of `answer.body`. */
  readonly stream?: ReadableStream<Uint8Array>
}

/** Runs a public operation, which opens its own transactions. */
export async function executePublic(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: Credential | null,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const entries: AuditEntry[] = []
  const origin = originOf(endpoint, request, null)
  const context: PublicContext = {
    ...requestContext(service, request, headers),
    audit: (added) => entries.push(...[added].flat()),
    transact: (work) => {
      const before = entries.length
      const audited = async (tx: Transaction) => {
        // A retry records its own audit entries.
        entries.length = before
        const result = await work(tx)
        // The statement is sent together with COMMIT, which fails if it fails.
        void ignoreUnhandled(writeAudit(tx, origin, entries.splice(0)))
        return result
      }
      return transact(service.connections, audited, request.deadline)
    },
    signedIn: token ? stepsContext(service, endpoint, request, token, headers) : undefined,
  }
  assertAsRecorded(request)
  try {
    const reply = checkReply(endpoint, await handle(request, context))
    return { answer: success(endpoint, request, reply, headers), isStale: false }
  } catch (error) {
    if (error instanceof Repeated) return { answer: error.answer, isStale: false }
    throw error
  }
}

/** Rejects each read-only member whose sent value matches no view of the record. */
function assertAsRecorded(
  { operations, readOnlyMembers }: CheckedRequest,
  ...views: readonly unknown[]
): void {
  const errors = operations.errors(readOnlyMembers, views)
  if (errors.length > 0) throw invalid(...errors)
}

/** The record as the caller sees it before the request changes it; undefined when no operation reads it. */
async function readRecord(
  service: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: Credential,
): Promise<unknown> {
  const { reading } = request.operations
  if (!reading) return undefined
  const reader = readerOf(service.pools, endpoint, request, token)
  const query = reading.endpoint.query ? {} : undefined
  const context = readContext(service, request, token, {}, reader)
  const reply = await reading.handle({ ...request, query, body: undefined }, context)
  const names = Object.keys(inclusionsOf(reading.endpoint)).filter(
    (name) => name in (request.readOnlyMembers ?? {}),
  )
  return checkReply(reading.endpoint, await withIncluded(service, reading.endpoint, names, reader, reply))
}

/** The same, but only when the request contains read-only members to compare. */
export const recordBefore = (...[service, endpoint, request, token]: Parameters<typeof readRecord>) =>
  request.readOnlyMembers ? readRecord(service, endpoint, request, token) : undefined

/**
 * If the change of a shared record was rejected, but would change nothing, returns the record. Otherwise rejects with the same
 * error.
 */
async function replyToUnchanged(
  refusal: unknown,
  ifMatch: readonly number[] | undefined,
  ...[service, endpoint, request, token]: Parameters<typeof readRecord>
): Promise<unknown> {
  if (!(refusal instanceof ProblemException) || refusal.code !== 'read_only_shared_record') throw refusal
  const record = await readRecord(service, endpoint, request, token)
  if (record === undefined || !request.operations.changesNothing(request.body, record)) throw refusal
  if (ifMatch && !ifMatch.includes(Number(Reflect.get(Object(record), 'version'))))
    throw problem('precondition_failed')
  return record
}

/**
 * Runs a write of a signed-in user: one transaction that authorizes it, runs the handler, checks the response and writes
 * the audit log.
 */
export async function executeWrite(
  service: Service,
  implementation: Implementation,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> {
  const { endpoint } = implementation
  const before = await recordBefore(service, endpoint, request, token)
  const write = { service, implementation, request, token, before }
  const runWith = (claiming: typeof claim | typeof claimAhead) =>
    transactWith(
      service.connections,
      request.deadline,
      authorizedBy(endpoint, request, token),
      async (tx) => {
        const repeatable = repeatableOf(endpoint, request, token, tx)
        const earlier = repeatable && (await claiming(tx, repeatable))
        if (earlier) return executed(earlier, await tx.authorized())

        const headers: Record<string, string> = {}
        const commitAhead = repeatable ? undefined : committingAhead(tx, endpoint, request)
        const reply = await replyIn(tx, write, headers, commitAhead)
        const answer = success(endpoint, request, reply, headers)
        if (repeatable) await storeAnswer(tx, repeatable, answer)
        return executed(answer, await tx.authorized())
      },
    )
  // Almost every key is new, so the handler does not wait for the claim. If the key is claimed, a second run reads what is
  // stored.
  return runWith(claimAhead).catch((error: unknown) => {
    if (isKeyClaimed(error)) return runWith(claim)
    throw error
  })
}

/** Commits before the results are read, unless they must be compared with members of the body; see `WriteContext.commitAhead`. */
function committingAhead(
  tx: AuthorizedTransaction,
  endpoint: EndpointSpec,
  { readOnlyMembers }: CheckedRequest,
): WriteContext['commitAhead'] {
  if (readOnlyMembers) return undefined
  return (expected) => {
    if (isReply(endpoint, expected)) void ignoreUnhandled(tx.commit())
  }
}

/** Runs a handler, with the external ids in the body replaced by the ids of their records. */
async function handleResolved(
  tx: AuthorizedTransaction,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  context: WriteContext,
): Promise<unknown> {
  const body = await withResolvedReferences(tx, endpoint, request.body)
  return handle({ ...request, body }, context)
}

/** A write; `before` is the record before the change, as the caller sees it. */
export interface WriteRequest {
  readonly service: Service
  readonly implementation: Implementation
  readonly request: CheckedRequest
  readonly token: Credential
  readonly before: unknown
}

/** Runs a write in a transaction that authorizes it, and returns its reply. */
export async function replyIn(
  tx: AuthorizedTransaction,
  { service, implementation, request, token, before }: WriteRequest,
  headers: Record<string, string>,
  commitAhead?: WriteContext['commitAhead'],
): Promise<unknown> {
  const { endpoint } = implementation
  const context = { ...writeContext(service, endpoint, request, token, headers, tx), commitAhead }
  const [handled] = await Promise.allSettled([handleResolved(tx, implementation, request, context)])
  service.quotas.assertRoom(endpoint.operationId, (await tx.authorized()).tenantId)
  const { operations, readOnlyMembers } = request
  const replied =
    handled.status === 'fulfilled'
      ? handled.value
      : await replyToUnchanged(handled.reason, context.ifMatch, service, endpoint, request, token).catch(
          (error: unknown) => {
            throw withErrors(error, operations.errors(readOnlyMembers, [before]))
          },
        )
  const reply = checkReply(endpoint, replied)
  assertAsRecorded(request, before, reply)
  return reply
}

/**
 * Runs a write of a signed-in user that opens its own transactions; each is authorized and writes its own audit entries.
 */
export async function executeSteps(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const context = stepsContext(service, endpoint, request, token, headers)
  assertAsRecorded(request, await recordBefore(service, endpoint, request, token))
  const reply = checkReply(endpoint, await handle(request, context))
  return { answer: success(endpoint, request, reply, headers), isStale: false }
}

/** A response to a request that the database authorized. */
export const executed = (answer: Answer, { isStale }: Authorization): Executed => ({ answer, isStale })
