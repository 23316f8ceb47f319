import type { Credential } from '../auth/credential.ts'
import { Deadline } from '../base/deadline.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import { problem } from '../base/problem.ts'
import type { Implementation } from '../store/implement.ts'
import { type Executed, executed } from './execute.ts'
import { type CheckedRequest, readContext, readerOf } from './request-contexts.ts'
import { success } from './respond.ts'
import type { Service } from './service.ts'
import { checkReply } from './validate.ts'
import { Waiters } from './waiters.ts'

/** Milliseconds between signs of life in a stream. Each is preceded by a read, so a stream ends soon after its session. */
const HEARTBEAT = 15_000

/** The requests of this process that wait. */
const waiters = new Waiters()

/** What an operation that can be followed answers. */
interface Part {
  readonly events: readonly { readonly type: string }[]
  readonly next: string
  readonly has_more: boolean
}

/** What is needed to read on. */
interface Following {
  readonly service: Service
  readonly implementation: Implementation
  readonly request: CheckedRequest
  readonly token: Credential
}

/** Reads the part behind a position; every read is authorized anew. */
async function readPart({ service, implementation, request, token }: Following, after: string | undefined) {
  const { endpoint, handle } = implementation
  const reader = readerOf(service.pools, endpoint, request, token)
  const context = readContext(service, request, token, {}, reader)
  const query = { ...Object(request.query), ...(after !== undefined && { after }) }
  const reading = Promise.all([handle({ ...request, query }, context), reader.authorized()])
  const [reply, authorization] = await new Deadline().limit(reading)
  if (authorization.tenantId === null) throw problem('tenant_access_denied')
  // The contract requires this form of operations that are followed.
  const part = checkReply(endpoint, reply) as Part
  service.replica?.recordUse(token.userId)
  return { part, authorization, awaited: { tenantId: authorization.tenantId, next: part.next } }
}

/** Answers as soon as there is an event, and without any when the seconds are over. */
export async function waitForPart(
  following: Following,
  seconds: number,
  signal: AbortSignal,
): Promise<Executed> {
  const { service, implementation, request, token } = following
  const end = performance.now() + seconds * 1_000
  const done = waiters.begin(token.userId)
  try {
    for (let after: string | undefined; ; ) {
      const { part, authorization, awaited } = await readPart(following, after)
      const left = end - performance.now()
      const isOver = left <= 0 || signal.aborted || service.news.isStopped
      if (part.events.length > 0 || isOver)
        return executed(success(implementation.endpoint, request, part, {}), authorization)
      after = part.next
      if (!part.has_more) await service.news.wait(awaited, left, signal)
    }
  } finally {
    done()
  }
}

/** Streams events as server-sent events, until the client leaves, the session ends or the service stops. */
export async function streamParts(following: Following, signal: AbortSignal): Promise<Executed> {
  const { request, token } = following
  // The answer closes in every case, also where nothing of the stream is read.
  signal.addEventListener('abort', waiters.begin(token.userId), { once: true })
  const first = await readPart(following, request.header('last-event-id') ?? undefined)
  const stream = ReadableStream.from(textsOf(following, first, signal)).pipeThrough(new TextEncoderStream())
  return { ...executed({ status: 200, headers: streamHeaders, body: null }, first.authorization), stream }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Proxies that collect answers would hold events back.
  'X-Accel-Buffering': 'no',
}

async function* textsOf(
  following: Following,
  first: Awaited<ReturnType<typeof readPart>>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { news, log } = following.service
  try {
    for (let read = first; ; read = await readPart(following, read.part.next)) {
      const { part, awaited } = read
      yield textOf(part)
      if (signal.aborted || news.isStopped) return
      if (!part.has_more) await news.wait(awaited, HEARTBEAT, signal)
      if (signal.aborted || news.isStopped) return
    }
  } catch (error) {
    // The client asks again, and is answered what is wrong.
    log.info(kindOfError(error), 'a stream of events ended')
  }
}

/** The position stands with the last event of a part: who breaks off before it reads the part again. */
function textOf({ events, next }: Part): string {
  const messages = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n`)
  const last = messages.pop() ?? ''
  return [...messages, `${last}id: ${next}\n`].map((message) => `${message}\n`).join('')
}
