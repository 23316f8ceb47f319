import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** Connects to a PostgreSQL: to its port, or to its socket where the host is a folder. */
export const connectTo = (host: string, port: number): Socket =>
  host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)

/**
 * Ends the connection of a client and that to the database with each other, and keeps both in `open` until then. Without delay: a
 * part of a request would wait for the acknowledgement of the part before, 40 ms.
 */
export function endTogether(client: Socket, database: Socket, open: Set<Socket>): void {
  for (const [from, to] of [
    [client, database],
    [database, client],
  ] as const) {
    open.add(from.setNoDelay(true))
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }
}
