import { parseAccept } from 'hono/utils/accept'
import { problem } from '../base/problem.ts'

/** Media types that the service returns, and the ranges that include them, narrowest first (RFC 9110, 12.5.1). */
const ranges = [
  ['application/json', 'application/*', '*/*'],
  ['application/problem+json', 'application/*', '*/*'],
]

/** Rejects a client that does not accept JSON. The narrowest range that matches a type decides; `q=0` excludes it. */
export function assertAcceptable(accept: string | null): void {
  if (accept === null || accept === '' || accept === '*/*' || accept === 'application/json') return
  const qualities = new Map<string, number>()
  for (const { type, q } of parseAccept(accept)) {
    const range = type.toLowerCase()
    if (!qualities.has(range)) qualities.set(range, q)
  }
  const decided = ranges.map((fitting) => fitting.find((range) => qualities.has(range)))
  const quality = decided.map((range) => range && qualities.get(range)).find((q) => q !== undefined)
  if (!quality) throw problem('not_acceptable')
}
