import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two looks at the server. */
const PAUSE = 500

/** A server that ends once more, after so many restarts within so many milliseconds, is not started again. */
const MOST_RESTARTS = 3
const WINDOW = 300_000

/** What happens to a server that is supervised. */
export interface SupervisionEvents {
  /** It ended without a request to stop; it will be started again. */
  ended(): void
  /** It was started again and takes connections. */
  restarted(milliseconds: number): void
  /** It is not started again, or cannot be. */
  failed(error: Error): void
}

/** A server as its supervisor sees it. */
export interface SupervisedServer {
  hasEnded(): Promise<boolean>
  /** Rejects when it does not start. */
  startAgain(): Promise<void>
}

/**
 * Starts a server again whenever it has ended, until it cannot start or ends too often. Returns what stops the
 * supervision; a restart that is under way is finished first.
 */
export function supervise(server: SupervisedServer, events: SupervisionEvents): () => Promise<void> {
  const over = new AbortController()
  const watched = watch(server, events, over.signal)
  return async () => {
    over.abort()
    await watched
  }
}

async function watch(
  server: SupervisedServer,
  events: SupervisionEvents,
  signal: AbortSignal,
): Promise<void> {
  const restarts: number[] = []
  try {
    while (await pause(signal)) {
      if (!(await server.hasEnded()) || signal.aborted) continue
      const now = Date.now()
      if (restarts.filter((at) => at > now - WINDOW).length >= MOST_RESTARTS)
        throw new Error(
          `it ended again after ${MOST_RESTARTS} restarts within ${WINDOW / 60_000} minutes: see postgres.log in DATA_DIR`,
        )
      restarts.push(now)
      events.ended()
      await server.startAgain()
      events.restarted(Date.now() - now)
    }
  } catch (error) {
    events.failed(error instanceof Error ? error : new Error(String(error)))
  }
}

/** True after the pause; false when the supervision is over. */
const pause = (signal: AbortSignal) =>
  sleep(PAUSE, true, { ref: false, signal }).catch(() => {
    // The signal cut the pause short.
    return false
  })
