import { connect } from 'node:net'

/** The data that a socket received until it was closed, or until nothing more came for a while. */
export interface RawReply {
  /** The status of each answer, in order. */
  readonly statuses: readonly number[]
  readonly text: string
  readonly closed: boolean
}

/** Milliseconds to wait for the start of an answer, and then for more data or the end of the connection. */
const PATIENCE = { answer: 60_000, more: 1_000 }

/** Waits up to a minute, for connections that the service closes. */
export const UNTIL_CLOSED = { patience: 60_000 }

/**
 * Sends bytes over a new socket, piece by piece, and reads until the service closes it or nothing more comes for a while.
 * `patience` is that time in milliseconds; `pause` is the time between two pieces.
 */
export function sendRaw(
  address: string,
  pieces: readonly (string | Uint8Array)[],
  { patience, pause = 0 }: { readonly patience?: number; readonly pause?: number } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    let timer: NodeJS.Timeout | undefined
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
      resolve({ statuses, text, closed })
    }
    const wait = () => {
      clearTimeout(timer)
      const usual = chunks.length > 0 ? PATIENCE.more : PATIENCE.answer
      timer = setTimeout(() => finish(false), patience ?? usual)
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      wait()
    })
    // A reset counts as closed: it is one way to refuse a connection.
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        if (pause > 0) await new Promise((next) => setTimeout(next, pause))
      }
      wait()
    })
  })
}

/** A request as text, with the line ends that HTTP requires. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: localhost']
  return `${[`${line} HTTP/1.1`, ...host, ...headers].join('\r\n')}\r\n\r\n${body}`
}
