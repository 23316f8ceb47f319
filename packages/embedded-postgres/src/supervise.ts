import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two checks of the server. */
const PAUSE = 500

/** After MOST_RESTARTS restarts within WINDOW milliseconds, a server that ends again is not restarted. */
const MOST_RESTARTS = 3
const WINDOW = 300_000

/** Called when something happens to the supervised server. */
export interface SupervisionEvents {
  /** The server ended without a request to stop; it will be restarted. */
  ended(): void
  /** The server was restarted and accepts connections. */
  restarted(milliseconds: number): void
  /** The server is not restarted, or could not be. */
  failed(error: Error): void
}

/** The server as far as its supervisor needs it. */
export interface SupervisedServer {
  hasEnded(): Promise<boolean>
  /** Rejects when it does not start. */
  startAgain(): Promise<void>
}

/**
 * Restarts a server whenever it has ended, until it cannot start or ends too often. Returns a function that stops the
 * supervision; a restart in progress is finished first.
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
    // The signal has aborted the pause.
    return false
  })
