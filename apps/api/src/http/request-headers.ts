import type { IncomingMessage } from 'node:http'

/** Returns a header of a request by its lower-case name; null when it is absent. */
export type HeaderReader = (name: string) => string | null

/** Headers as Node parsed them: a `Headers` object per request would cost more than reading the few that are needed. */
export function headersOf(incoming: IncomingMessage): HeaderReader {
  return (name) => {
    const value = incoming.headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }
}
