import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from '../trust/ask.ts'
import { changeOf, type Tally } from './tally.ts'

/** Address, credentials and position for reading events. */
export interface Reading {
  address(): string
  readonly token: string
  readonly tenantId: string
  /** The position to start from. */
  readonly start: string
}

const TYPES = 'asset_model.*'
/** Milliseconds before a request that failed is repeated. */
const PAUSE = 100
/** Milliseconds without data after which a stream counts as lost; it sends something every 15 seconds. */
const SILENCE = 20_000

/** Reads one page after the other until it is stopped, and counts each page once. */
export async function poll(
  { address, token, tenantId, start }: Reading,
  tally: Tally,
  stopping: AbortSignal,
) {
  for (let after = start; !stopping.aborted; ) {
    const query = new URLSearchParams({ after, types: TYPES, limit: '500', wait_seconds: '2' })
    const { status, json } = await ask(address(), `GET /events?${query}`, {
      token,
      tenantId,
      patience: 10_000,
    })
    if (status === 410) throw new Error('the position has expired')
    if (status !== 200) await wait(PAUSE)
    else {
      for (const event of json.events as unknown[]) tally.take(changeOf(event))
      after = String(json.next)
    }
  }
}

/** Reads the stream until it is stopped. Events count when their position has arrived; after a disconnect they come again. */
export async function follow(reading: Reading, tally: Tally, stopping: AbortSignal) {
  for (let last = reading.start; !stopping.aborted; await wait(PAUSE)) {
    const lost = new AbortController()
    const silence = setTimeout(() => lost.abort(), SILENCE)
    try {
      const response = await fetch(`${reading.address()}/events?types=${TYPES}&limit=500`, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${reading.token}`,
          'x-tenant-id': reading.tenantId,
          'last-event-id': last,
        },
        signal: AbortSignal.any([stopping, lost.signal]),
      })
      if (response.status === 410) throw new Error('the position has expired')
      if (!response.ok || !response.body) continue
      let text = ''
      let part: unknown[] = []
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        silence.refresh()
        const messages = (text + chunk).split('\n\n')
        text = messages.pop() ?? ''
        for (const lines of messages.map((message) => message.split('\n')))
          for (const line of lines) {
            if (line.startsWith('data: ')) part.push(JSON.parse(line.slice(6)))
            if (!line.startsWith('id: ')) continue
            for (const event of part) tally.take(changeOf(event))
            part = []
            last = line.slice(4)
          }
      }
    } catch (error) {
      if (error instanceof Error && error.message === 'the position has expired') throw error
    } finally {
      clearTimeout(silence)
    }
  }
}

/** A receiver of webhooks, which accepts each event immediately or never answers. */
export interface Receiver {
  readonly url: string
  stop(): Promise<void>
}

export async function receive(tally: Tally | null): Promise<Receiver> {
  const server = createServer((request, response) => {
    if (!tally) return
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      tally.take(changeOf(JSON.parse(body)))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
