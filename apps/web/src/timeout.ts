/** Milliseconds after which a call is given up, so that no page waits for ever. */
export const TIMEOUT_MS = 10_000
/** Milliseconds that the news of a success stay; the library stops counting while they are pointed at. */
export const NEWS_MS = 8_000
