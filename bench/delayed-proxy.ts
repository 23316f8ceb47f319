import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connectTo, endTogether } from '@commonhold/api/test/database-sockets'

/** A TCP proxy in front of PostgreSQL that adds latency. */
export interface DelayedProxy {
  readonly port: number
  stop(): Promise<void>
}

/** Starts a proxy that delays the bytes in each direction by `milliseconds`. */
export async function startDelayedProxy(
  target: { readonly host: string; readonly port: number },
  milliseconds: number,
): Promise<DelayedProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connectTo(target.host, target.port)
    endTogether(client, database, sockets)
    client.on('data', (chunk) => {
      void wait(milliseconds).then(() => database.write(chunk))
    })
    database.on('data', (chunk) => {
      void wait(milliseconds).then(() => client.write(chunk))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
