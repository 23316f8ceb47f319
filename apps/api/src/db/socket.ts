import { connect, type Socket } from 'node:net'

/** The addresses of the database, as the driver parses them; `path` is that of a Unix socket. */
interface Addresses {
  readonly host: readonly string[]
  readonly port: readonly number[]
  readonly path: string | false
}

/**
 * Opens the sockets of a client, without Nagle's algorithm: it delays a short message, such as COMMIT, until the database has
 * acknowledged a longer one, which takes a further round trip. The driver has no option for it.
 */
export function socketOpener(): (addresses: Addresses) => Socket {
  let opened = 0
  return ({ host, port, path }) => {
    const at = opened % port.length
    opened += 1
    const socket = path ? connect(path) : connect({ host: host[at], port: port[at] ?? 0, noDelay: true })
    // If the client was ended while it connected, nothing listens any more, and nothing else closes the socket.
    socket.once('connect', () => {
      if (socket.listenerCount('data') === 0) socket.destroy()
    })
    // The driver verifies the certificate for this host.
    return path ? socket : Object.assign(socket, { host: host[at] })
  }
}
