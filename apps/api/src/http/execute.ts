import type { EndpointSpec } from '@commonhold/contract'
import { type Authorization, AuthorizedReader, type AuthorizedTransaction } from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import { invalid, ProblemException, problem, withErrors } from '../base/problem.ts'
import type { Transaction } from '../db/transaction.ts'
import { type AuditEntry, writeAudit } from '../store/audit.ts'
import type { PublicContext, WriteContext } from '../store/context.ts'
import type { Implementation } from '../store/implement.ts'
import { withCaller } from './caller.ts'
import type { Export } from './export.ts'
import { withResolvedReferences } from './external-references.ts'
import { claim, keep } from './idempotency.ts'
import { inclusionsOf, withIncluded, withoutInclude } from './include.ts'
import {
  authorizedBy,
  type CheckedRequest,
  entryOf,
  originOf,
  Repeated,
  readContext,
  recordingAuthorization,
  repeatableOf,
  requestContext,
  stepsContext,
  writeContext,
} from './request-contexts.ts'
import { type Answer, success } from './respond.ts'
import { type Service, transact, transactWith } from './service.ts'
import { checkReply } from './validate.ts'

/** A response, and whether the session's use should be recorded. */
export interface Executed {
  readonly answer: Answer
  readonly isStale: boolean
  /** The body of an export, in place of that of the answer. */
  readonly exported?: Export
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
        await writeAudit(tx, origin, entries.splice(0))
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

/** Rejects read-only members whose sent value differs from the record, in every view of the record. */
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
  const reader = new AuthorizedReader(
    service.pools,
    entryOf(endpoint, request, token),
    recordingAuthorization(request),
  )
  const query = reading.endpoint.query ? {} : undefined
  const context = readContext(service, request, token, {}, reader)
  const reply = await reading.handle({ ...request, query, body: undefined }, context)
  const names = Object.keys(inclusionsOf(reading.endpoint)).filter(
    (name) => name in (request.readOnlyMembers ?? {}),
  )
  return checkReply(reading.endpoint, await withIncluded(service, reading.endpoint, names, reader, reply))
}

/** The same, only when the request contains read-only members to compare. */
export const recordBefore = (...[service, endpoint, request, token]: Parameters<typeof readRecord>) =>
  request.readOnlyMembers ? readRecord(service, endpoint, request, token) : undefined

/**
 * The response when the change of a shared record is rejected although it would change nothing: the record. Otherwise
 * rejects with the same error.
 */
async function replyToUnchanged(
  refusal: unknown,
  ifMatch: readonly number[] | undefined,
  ...[service, endpoint, request, token]: Parameters<typeof readRecord>
): Promise<unknown> {
  if (!(refusal instanceof ProblemException) || refusal.code !== 'read_only_shared_record') throw refusal
  const record = await readRecord(service, endpoint, request, token)
  if (record === undefined || !request.operations.leavesAsIs(request.body, record)) throw refusal
  if (ifMatch && !ifMatch.includes(Number(Reflect.get(Object(record), 'version'))))
    throw problem('precondition_failed')
  return record
}

/** Runs a read of a signed-in user. */
export async function executeRead(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const reader = new AuthorizedReader(
    service.pools,
    entryOf(endpoint, request, token),
    recordingAuthorization(request),
  )
  const { names, query } = withoutInclude(withCaller(endpoint, request.query, token.userId))
  const inclusion =
    endpoint.collection && names.length > 0
      ? service.included.ofPage(inclusionsOf(endpoint), names)
      : undefined
  const context = { ...readContext(service, request, token, headers, reader), inclusion }
  const handled = await handle({ ...request, query }, context)
  const reply = await withIncluded(service, endpoint, names, reader, handled, inclusion)
  return executed(success(endpoint, request, checkReply(endpoint, reply), headers), await reader.authorized())
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
  return transactWith(
    service.connections,
    request.deadline,
    authorizedBy(endpoint, request, token),
    async (tx) => {
      const repeatable = repeatableOf(endpoint, request, token, tx)
      const earlier = repeatable && (await claim(tx, repeatable))
      if (earlier) return executed(earlier, await tx.authorized())

      const headers: Record<string, string> = {}
      const reply = await replyIn(tx, service, implementation, request, token, headers, before)
      const answer = success(endpoint, request, reply, headers)
      if (repeatable) await keep(tx, repeatable, answer)
      return executed(answer, await tx.authorized())
    },
  )
}

/** Runs a handler with the body in which external ids of other records are replaced by their ids. */
async function handleResolved(
  tx: AuthorizedTransaction,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  context: WriteContext,
): Promise<unknown> {
  const body = await withResolvedReferences(tx, endpoint, request.body)
  return handle({ ...request, body }, context)
}

/** The reply of a write in a transaction that authorizes it. `before` is the record before the change. */
export async function replyIn(
  tx: AuthorizedTransaction,
  service: Service,
  implementation: Implementation,
  request: CheckedRequest,
  token: Credential,
  headers: Record<string, string>,
  before: unknown,
): Promise<unknown> {
  const { endpoint } = implementation
  const context = writeContext(service, endpoint, request, token, headers, tx)
  const [handled] = await Promise.allSettled([handleResolved(tx, implementation, request, context)])
  await tx.authorized()
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
