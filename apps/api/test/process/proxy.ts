import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connectTo, endTogether } from './database-sockets.ts'
import { freePort } from './free-port.ts'

/** A TCP proxy to a database, on a fixed port. It can be closed, slowed down, and made to forward nothing. */
export interface DatabaseProxy {
  readonly port: number
  /** Accepts connections. */
  open(): Promise<void>
  /** Refuses new connections and closes the existing ones, as a restart does. */
  shut(): Promise<void>
  /** Keeps connections open, but forwards nothing more. */
  swallow(): void
  /** Forwards nothing more on the existing connections, and closes neither side. */
  lose(): void
  /** From now on, delays data to the database by so many milliseconds. */
  delay(milliseconds: number): void
}

/** Creates a closed proxy in front of a PostgreSQL. */
export async function startProxy({
  host,
  port: target,
}: {
  readonly host: string
  readonly port: number
}): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  const state = { swallows: false, milliseconds: 0 }
  const server = createServer((client) => {
    const database = connectTo(host, target)
    const isDead = () => state.swallows || lost.has(client)
    // Delayed data keeps its order: each part waits for the parts before it.
    let sent = Promise.resolve<unknown>(undefined)
    let delayed = 0
    client.on('data', (chunk) => {
      if (isDead()) return
      if (state.milliseconds === 0 && delayed === 0) {
        database.write(chunk)
        return
      }
      delayed += 1
      const arrival = wait(state.milliseconds)
      sent = Promise.all([sent, arrival]).then(() => {
        delayed -= 1
        database.write(chunk)
      })
    })
    database.on('data', (chunk) => {
      if (!isDead()) client.write(chunk)
    })
    endTogether(client, database, sockets)
  })
  const shut = async () => {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  const port = await freePort()
  return {
    port,
    shut,
    async open() {
      state.swallows = false
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    swallow: () => {
      state.swallows = true
    },
    lose: () => {
      for (const socket of sockets) lost.add(socket)
    },
    delay: (milliseconds) => {
      state.milliseconds = milliseconds
    },
  }
}
