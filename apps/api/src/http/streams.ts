import { kindOfError } from '../base/kind-of-error.ts'
import { inHeader } from '../base/problem.ts'
import { type Executed, executed } from './execute.ts'
import { type Following, type Part, readLog } from './follow.ts'
import { readNew } from './follow-list.ts'

/** Milliseconds between heartbeats of a stream. A read precedes each heartbeat, so a stream ends soon after its session. */
const HEARTBEAT = 15_000

/**
 * Streams new events or records as server-sent events until the client disconnects, the session ends or the service stops.
 * Calls `done` when the response is closed.
 */
export async function streamParts(
  following: Following,
  signal: AbortSignal,
  done: () => void,
): Promise<Executed> {
  const { request, implementation } = following
  // The signal aborts when the response is closed, even if the stream is never read. If it is aborted already, there is no
  // event.
  if (signal.aborted) done()
  else signal.addEventListener('abort', done, { once: true })
  const readOn = implementation.endpoint.live ? readNew : readLog
  const read = (after: string | undefined) => readOn(following, after)
  const last = request.header('last-event-id') ?? undefined
  const first = await (last === undefined ? read(last) : inHeader(read(last), 'after', unknownEvent))
  const texts = textsOf(following, first, read, signal)
  const stream = ReadableStream.from(texts).pipeThrough(new TextEncoderStream())
  return { ...executed({ status: 200, headers: streamHeaders, body: null }, first.authorization), stream }
}

const unknownEvent = {
  field: 'Last-Event-ID',
  message:
    'use the value of an `id:` line of this stream, not the `id` in its data; leave it out to begin at `after`',
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Proxies that buffer responses would delay events.
  'X-Accel-Buffering': 'no',
}

async function* textsOf(
  { service: { news, log } }: Following,
  first: Part,
  read: (after: string) => Promise<Part>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    for (let part = first; ; part = await read(part.next)) {
      yield textOf(part)
      if (signal.aborted || news.isStopped) return
      if (!part.hasMore) await news.wait(part.awaited, HEARTBEAT, signal)
      if (signal.aborted || news.isStopped) return
    }
  } catch (error) {
    // The client connects again, and the response to that request reports the error.
    log.info(kindOfError(error), 'a stream of events ended')
  }
}

/** Only the last event of a part has an `id`. A client that disconnects before it gets the whole part again. */
function textOf({ events, next }: Part): string {
  const messages = events.map(({ type, data }) => `event: ${type}\ndata: ${JSON.stringify(data)}\n`)
  const last = messages.pop() ?? ''
  return [...messages, `${last}id: ${next}\n`].map((message) => `${message}\n`).join('')
}
