import { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>

/** A log in memory, in the format of the service. */
export interface CapturedLog {
  readonly log: Logger
  /** The whole text that was written. */
  text(): string
  /** The lines so far. */
  lines(): LogLine[]
  /** The lines of one request. */
  of(requestId: string | null): LogLine[]
}

/** Creates a log like that of the process, but in memory. */
export function captureLog(): CapturedLog {
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
