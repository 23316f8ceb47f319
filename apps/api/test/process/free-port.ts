import { createServer } from 'node:net'

/** Systems choose ports above these for whoever asks for any, connections included. */
const [LOWEST, PORTS, WORKERS] = [20_000, 1_500, 8]

/** Each worker of a test run has ports of its own, and takes the next one each time. */
const first = LOWEST + PORTS * (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS)
let taken = Math.floor(Math.random() * PORTS)

/**
 * A port that nobody listens on, and that neither the system nor another test gives away: it can be listened on later, and
 * again after it was closed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    taken += 1
    const port = first + (taken % PORTS)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
