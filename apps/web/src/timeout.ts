/** Milliseconds after which a call is given up, so that no page waits for ever. */
export const TIMEOUT_MS = 10_000
