const independent = new WeakSet<object>()

/**
 * Marks the handler of a create that neither reads nor changes what another create of the kind inserts, except unique values and
 * counters. A bulk request runs many of them concurrently in one transaction, so that they share round trips.
 */
export function independently<H extends (...input: never[]) => unknown>(handler: H): H {
  independent.add(handler)
  return handler
}

/** True for a handler that was marked. */
export const isIndependent = (handler: object): boolean => independent.has(handler)
