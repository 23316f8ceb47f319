import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connectTo, endTogether } from './database-sockets.ts'

/** A proxy to PostgreSQL that can send an answer again, in place of the next one. */
export interface RepeatingProxy {
  readonly port: number
  /** Keeps a copy of the next answer that has rows. */
  recordNext(): void
  /** Sends the kept answer in place of the next answer that has rows. */
  repeatNext(): void
  /** The number of answers that were replaced. */
  readonly repeated: number
  stop(): Promise<void>
}

interface State {
  mode: 'pass' | 'keep' | 'repeat'
  recorded: Buffer
  repeated: number
}

/** Starts a repeating proxy. A kept answer is valid only for the same prepared statement. */
export async function startRepeatingProxy(target: { host: string; port: number }): Promise<RepeatingProxy> {
  const state: State = { mode: 'pass', recorded: Buffer.alloc(0), repeated: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connectTo(target.host, target.port)
    endTogether(client, database, sockets)
    client.on('data', (chunk) => database.write(chunk))
    const split = answers()
    database.on('data', (chunk) => {
      for (const { bytes, hasRows } of split(chunk)) client.write(hasRows ? chosen(bytes) : bytes)
    })
  })
  const chosen = (bytes: Buffer): Buffer => {
    const { mode } = state
    state.mode = 'pass'
    if (mode === 'keep') state.recorded = bytes
    if (mode !== 'repeat') return bytes
    state.repeated += 1
    return state.recorded
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    recordNext: () => {
      state.mode = 'keep'
    },
    repeatNext: () => {
      state.mode = 'repeat'
    },
    get repeated() {
      return state.repeated
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Splits the data from PostgreSQL into messages. The rows of an answer and the message after them are one piece. */
function answers() {
  const HEADER = 5
  let rest = Buffer.alloc(0)
  let rows: Buffer[] = []
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    const pieces: { bytes: Buffer; hasRows: boolean }[] = []
    while (rest.length >= HEADER && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const isRow = message[0] === 'D'.charCodeAt(0)
      if (isRow) rows.push(message)
      else {
        pieces.push({ bytes: Buffer.concat([...rows, message]), hasRows: rows.length > 0 })
        rows = []
      }
    }
    return pieces
  }
}
