import { once } from 'node:events'
import type { Server } from 'node:http'

/** The address that a server listens on, and the settings that configure it. */
interface Place {
  readonly host: string
  readonly port: number
  readonly hostSetting: string
  readonly portSetting: string
}

/** Listens, and resolves with the address. Rejects with a message that names the setting to change. */
export async function bind(server: Server, place: Place): Promise<string> {
  const { host, port } = place
  const shown = host.includes(':') ? `[${host}]` : host
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    throw new Error(`${reasonOf(error, place)} (${shown}:${port})`, { cause: error })
  }
  const bound = server.address()
  return `http://${shown}:${typeof bound === 'object' && bound ? bound.port : port}`
}

function reasonOf(error: unknown, { hostSetting, portSetting }: Place): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `${portSetting}: another process listens there; stop it, or set another port`
  if (code === 'EACCES') return `${portSetting}: this user may not listen there; set a port from 1024 on`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${hostSetting}: this machine has no such address; set one that it has, or 0.0.0.0 for all`
  return `${hostSetting}, ${portSetting}: ${error instanceof Error ? error.message : 'the server cannot listen'}`
}
