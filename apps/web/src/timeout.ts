/** Milliseconds after which a request is aborted, so that no page waits forever. */
export const TIMEOUT_MS = 10_000
/** Milliseconds for which a success message is shown. The library pauses the timer while the pointer is on it. */
export const NEWS_MS = 8_000
