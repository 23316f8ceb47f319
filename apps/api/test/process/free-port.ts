import { createServer } from 'node:net'

/** A range below the ports that systems choose for servers and connections without a fixed port. */
const [LOWEST, PORTS, WORKERS] = [20_000, 1_500, 8]

/** Each worker of a test run uses a separate part of the range, and the next port of it each time. */
const first = LOWEST + PORTS * (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS)
let used = Math.floor(Math.random() * PORTS)

/**
 * A port that is not in use, and that neither the system nor another test chooses. So a test can listen on it later, and again
 * after it was closed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    used += 1
    const port = first + (used % PORTS)
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
