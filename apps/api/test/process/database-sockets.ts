import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** Connects to a PostgreSQL: to its port, or to its socket if the host is a folder. */
export const connectTo = (host: string, port: number): Socket =>
  host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)

/**
 * Closes the connections of a client and to the database together, and keeps both in `open` until then. Sets TCP_NODELAY:
 * otherwise a part of a request would wait 40 ms for the acknowledgement of the previous part.
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
