import { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>

/** A log that is kept, as the service would write it. */
export interface KeptLog {
  readonly log: Logger
  /** All that was written. */
  text(): string
  /** The lines so far. */
  lines(): LogLine[]
  /** The lines of one request. */
  of(requestId: string | null): LogLine[]
}

/** A log like that of the process, which goes to memory. */
export function keepLog(): KeptLog {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace', base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  const text = () => chunks.join('')
  const lines = () =>
    text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): LogLine => JSON.parse(line))
  return { log, text, lines, of: (requestId) => lines().filter(({ request_id }) => request_id === requestId) }
}
