import { type ExportType, exportTypes } from '@commonhold/contract'
import { parseAccept } from 'hono/utils/accept'
import { problem } from '../base/problem.ts'

/** Media types that the service returns, and the ranges that include them, narrowest first (RFC 9110, 12.5.1). */
const ranges = [
  ['application/json', 'application/*', '*/*'],
  ['application/problem+json', 'application/*', '*/*'],
]

/** A fast path for most clients, which accept JSON or anything. */
const isPlain = (accept: string | null) =>
  accept === null || accept === '' || accept === '*/*' || accept === 'application/json'

/** Rejects a client that does not accept JSON. The narrowest range that matches a type decides; `q=0` excludes it. */
export function assertAcceptable(accept: string | null): void {
  if (accept === null || isPlain(accept)) return
  if (!qualityOfJson(qualitiesIn(accept))) throw problem('not_acceptable')
}

/**
 * The export type that the client prefers to JSON; undefined when there is none. Only types that it names count, not ranges
 * with wildcards.
 */
export function exportTypeIn(accept: string | null): ExportType | undefined {
  if (accept === null || isPlain(accept)) return undefined
  const qualities = qualitiesIn(accept)
  const qualityOf = (type: string) => qualities.get(type) ?? 0
  const [best] = [...exportTypes].sort((a, b) => qualityOf(b) - qualityOf(a))
  return best !== undefined && isPreferred(qualities, best) ? best : undefined
}

/** True when the client names `text/event-stream` and prefers it to JSON. */
export function prefersStream(accept: string | null): boolean {
  return accept !== null && !isPlain(accept) && isPreferred(qualitiesIn(accept), 'text/event-stream')
}

/**
 * True when the client names a type with a higher quality than JSON. At the same quality JSON wins if it is named, because
 * generated clients list every type of the document. It loses if only a wildcard includes it.
 */
function isPreferred(qualities: ReadonlyMap<string, number>, type: string): boolean {
  const quality = qualities.get(type) ?? 0
  const named = qualities.get('application/json')
  return quality > 0 && (named === undefined ? quality >= (qualityOfJson(qualities) ?? 0) : quality > named)
}

/** The quality of each media range. If a range occurs twice, the first one counts. */
function qualitiesIn(accept: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>()
  for (const { type, q } of parseAccept(accept)) {
    const range = type.toLowerCase()
    if (!qualities.has(range)) qualities.set(range, q)
  }
  return qualities
}

function qualityOfJson(qualities: ReadonlyMap<string, number>): number | undefined {
  const decided = ranges.map((fitting) => fitting.find((range) => qualities.has(range)))
  return decided.map((range) => qualities.get(range ?? '')).find((q) => q !== undefined)
}
