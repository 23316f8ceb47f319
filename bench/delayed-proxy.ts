import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A TCP proxy in front of PostgreSQL that adds latency. */
export interface DelayedProxy {
  readonly port: number
  stop(): Promise<void>
}

/** Starts such a proxy; bytes take `milliseconds` each way. */
export async function startDelayedProxy(
  target: { readonly host: string; readonly port: number },
  milliseconds: number,
): Promise<DelayedProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = target.host.startsWith('/')
      ? connect(join(target.host, `.s.PGSQL.${target.port}`))
      : connect(target.port, target.host)
    client.on('data', (chunk) => {
      void wait(milliseconds).then(() => database.write(chunk))
    })
    database.on('data', (chunk) => {
      void wait(milliseconds).then(() => client.write(chunk))
    })
    for (const socket of [client, database]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
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
