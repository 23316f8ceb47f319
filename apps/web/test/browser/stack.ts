import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { site } from '../../server/site.ts'
import { startFakeApi } from './fake-api.ts'

/** A running service and the pages beside it. */
export interface Stack {
  /** Address of the pages, without a slash at the end. */
  readonly web: string
  /** Address of the API, likewise. */
  readonly api: string
  stop(): Promise<void>
}

/** Starts the API and serves the built pages, each on a free port of this machine. */
export async function startStack(): Promise<Stack> {
  const api = await startFakeApi()
  const server = createServer(site(fileURLToPath(new URL('../../dist', import.meta.url)), api.url))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // Listening on a port, so the address is not a pipe's name.
    web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api: api.url,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await api.stop()
    },
  }
}
