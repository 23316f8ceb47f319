import type { Authorization } from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import { Deadline } from '../base/deadline.ts'
import { problem } from '../base/problem.ts'
import type { ListStream } from '../store/context.ts'
import type { Implementation } from '../store/implement.ts'
import { checkReply } from './check-reply.ts'
import type { CheckedRequest } from './checked-request.ts'
import { type Executed, executed } from './execute.ts'
import type { Awaited } from './news.ts'
import { readContext, readerOf } from './request-contexts.ts'
import { success } from './respond.ts'
import type { Service } from './service.ts'

/** What is needed for each further read of a stream or a poll. */
export interface Following {
  readonly service: Service
  readonly implementation: Implementation
  readonly request: CheckedRequest
  readonly token: Credential
}

/** The events of one read, and the position for the next one. */
export interface Part {
  readonly events: readonly { readonly type: string; readonly data: unknown }[]
  readonly next: string
  readonly hasMore: boolean
  readonly authorization: Authorization
  readonly awaited: Awaited
}

/** The reply of an operation that can be followed. */
interface LogPage {
  readonly events: readonly { readonly type: string }[]
  readonly next: string
  readonly has_more: boolean
}

/** Runs the operation once; every read is authorized again. */
export async function readOnce(
  { service, implementation, request, token }: Following,
  query: object,
  stream?: ListStream,
): Promise<{ reply: unknown; authorization: Authorization; tenantId: string }> {
  const { endpoint, handle } = implementation
  const reader = readerOf(service.pools, endpoint, request, token)
  const context = { ...readContext(service, request, token, {}, reader), ...(stream && { stream }) }
  const mergedQuery = { ...Object(request.query), ...query }
  const reading = Promise.all([handle({ ...request, query: mergedQuery }, context), reader.authorized()])
  const [reply, authorization] = await new Deadline().limit(reading)
  const { tenantId } = authorization
  if (tenantId === null) throw problem('tenant_access_denied')
  service.replica?.recordUse(token.userId)
  return { reply: checkReply(endpoint, reply), authorization, tenantId }
}

/** Reads the page of the log after a position. */
async function readPage(following: Following, after: string | undefined) {
  const { reply, authorization, tenantId } = await readOnce(following, {
    ...(after !== undefined && { after }),
  })
  // A cast: the contract requires this form for operations that can be followed.
  const page = reply as LogPage
  return { page, authorization, awaited: { tenantId, next: page.next } }
}

/** Reads the events of the log after a position. */
export async function readLog(following: Following, after: string | undefined): Promise<Part> {
  const { page, ...read } = await readPage(following, after)
  const events = page.events.map((event) => ({ type: event.type, data: event }))
  return { ...read, events, next: page.next, hasMore: page.has_more }
}

/** Answers as soon as there is an event, or without events after the given seconds. Calls `done` at the end. */
export async function waitForPart(
  following: Following,
  seconds: number,
  signal: AbortSignal,
  done: () => void,
): Promise<Executed> {
  const { service, implementation, request } = following
  const end = performance.now() + seconds * 1_000
  try {
    for (let after: string | undefined; ; ) {
      const { page, authorization, awaited } = await readPage(following, after)
      const left = end - performance.now()
      const isOver = left <= 0 || signal.aborted || service.news.isStopped
      if (page.events.length > 0 || isOver)
        return executed(success(implementation.endpoint, request, page, {}), authorization)
      after = page.next
      if (!page.has_more) await service.news.wait(awaited, left, signal)
    }
  } finally {
    done()
  }
}
