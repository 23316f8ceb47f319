import type { EndpointSpec } from '@commonhold/contract'
import { type AuditEntry, writeAudit } from './audit.ts'
import { withCaller } from './caller.ts'
import type { PublicContext } from './context.ts'
import { type Authorization, AuthorizedReader } from './enter.ts'
import { claim, keep } from './idempotency.ts'
import type { Implementation } from './implement.ts'
import { invalid, withFaults } from './problem.ts'
import {
  authorizedBy,
  type CheckedRequest,
  entryOf,
  originOf,
  Repeated,
  readContext,
  repeatableOf,
  requestContext,
  stepsContext,
  telling,
  writeContext,
} from './request-contexts.ts'
import { type Answer, success } from './respond.ts'
import type { SentBack } from './sent-back.ts'
import { type Service, transact, transactWith } from './service.ts'
import type { AccessToken } from './tokens.ts'
import type { Transaction } from './transaction.ts'
import { checkReply } from './validate.ts'

/** An answer, and whether the session's use should be noted. */
export interface Executed {
  readonly answer: Answer
  readonly isStale: boolean
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
  assertAsRecorded(request.sentBack)
  try {
    const reply = checkReply(endpoint, await handle(request, context))
    return { answer: success(endpoint, request, reply, headers), isStale: false }
  } catch (error) {
    if (error instanceof Repeated) return { answer: error.answer, isStale: false }
    throw error
  }
}

/** Refuses members that were sent with another value than the record has, in those views of it that there are. */
function assertAsRecorded(sentBack: SentBack | undefined, ...views: readonly unknown[]): void {
  const faults = sentBack?.operations.faults(sentBack.members, views) ?? []
  if (faults.length > 0) throw invalid(...faults)
}

/** The record as the caller sees it before a request changes it; undefined where the request holds nothing to compare. */
async function recordBefore(
  service: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: AccessToken,
): Promise<unknown> {
  const reading = request.sentBack?.operations.reading
  if (!reading) return undefined
  const reader = new AuthorizedReader(service.pools, entryOf(endpoint, request, token), telling(request))
  const query = reading.endpoint.query ? {} : undefined
  const context = readContext(service, request, token, {}, reader)
  return checkReply(reading.endpoint, await reading.handle({ ...request, query, body: undefined }, context))
}

/** Runs a read of a signed-in user. */
export async function executeRead(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: AccessToken,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const reader = new AuthorizedReader(service.pools, entryOf(endpoint, request, token), telling(request))
  const query = withCaller(endpoint, request.query, token.userId)
  const reply = await handle({ ...request, query }, readContext(service, request, token, headers, reader))
  return executed(success(endpoint, request, checkReply(endpoint, reply), headers), await reader.entered())
}

/** Runs a write of a signed-in user: one transaction that admits, works, checks the reply and writes the audit. */
export async function executeWrite(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: AccessToken,
): Promise<Executed> {
  const { sentBack } = request
  const before = await recordBefore(service, endpoint, request, token)
  return transactWith(service.slots, request.deadline, authorizedBy(endpoint, request, token), async (tx) => {
    const headers: Record<string, string> = {}
    const context = writeContext(service, endpoint, request, token, headers, tx)
    const repeatable = repeatableOf(endpoint, request, token, tx)
    const earlier = repeatable && (await claim(tx, repeatable))
    if (earlier) return executed(earlier, await tx.entered())

    const [handled] = await Promise.allSettled([handle(request, context)])
    const authorization = await tx.entered()
    if (handled.status === 'rejected')
      throw withFaults(handled.reason, sentBack?.operations.faults(sentBack.members, [before]) ?? [])
    const reply = checkReply(endpoint, handled.value)
    assertAsRecorded(sentBack, before, reply)
    const answer = success(endpoint, request, reply, headers)
    if (repeatable) await keep(tx, repeatable, answer)
    return executed(answer, authorization)
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
  assertAsRecorded(request.sentBack, await recordBefore(service, endpoint, request, token))
  const reply = checkReply(endpoint, await handle(request, context))
  return { answer: success(endpoint, request, reply, headers), isStale: false }
}

const executed = (answer: Answer, { isStale }: Authorization): Executed => ({ answer, isStale })
