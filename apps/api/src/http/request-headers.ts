import type { IncomingMessage } from 'node:http'

/** Reads a header of a request by its lower-case name; null where it is absent. */
export type HeaderReader = (name: string) => string | null

/** Headers as Node parsed them: a `Headers` object for each request would cost more than what we read from it. */
export function headersOf(incoming: IncomingMessage): HeaderReader {
  return (name) => {
    const value = incoming.headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }
}
