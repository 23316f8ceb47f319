import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { connectTo, endTogether } from './process/database-sockets.ts'

/** A TCP proxy to a database that counts how often a request waits for the database. */
export interface CountingProxy {
  readonly port: number
  /**
   * Runs a request and counts its round trips. The proxy holds back the answers of the database until every statement has
   * its answer and nothing more is sent. Then it delivers all of them together, which is one round trip. So statements that
   * do not wait for each other share one, however fast the database is. After `quiet` milliseconds without traffic, the
   * sender counts as waiting for an answer. On a busy machine it may wait for another thread instead: a longer `quiet`
   * shows the difference.
   */
  count<T>(request: () => Promise<T>, quiet: number): Promise<Counted<T>>
  stop(): Promise<void>
}

/** The result of a request and its round trips. */
export interface Counted<T> {
  readonly result: T
  readonly roundTrips: number
  /** True if a connection was opened or a statement was prepared: this adds round trips that the next request does not need. */
  readonly isFirst: boolean
}

/** One connection: whether the database has accepted it, and how many answers are outstanding. */
interface Link {
  isOpen: boolean
  unanswered: number
}

/** Starts a counting proxy. It must run in the process of the service, so that a pause of the process ends no round trip. */
export async function startCountingProxy(target: {
  readonly host?: string
  readonly port?: number
}): Promise<CountingProxy> {
  const { host = '', port = 0 } = target
  const links = new Set<Link>()
  const sockets = new Set<Socket>()
  let isCounting = false
  let isDelivering = false
  let roundTrips = 0
  let isFirst = false
  let chunks = 0
  let quietFor = 0
  const delayed: (() => void)[] = []

  const isSettled = () => [...links].every(({ unanswered }) => unanswered === 0)

  /** Resolves with true if nothing was sent or received for `quietFor` milliseconds and no answer is outstanding. */
  async function isQuiet(): Promise<boolean> {
    const before = chunks
    await wait(quietFor)
    // Data that arrived during a pause of the process is read first.
    await nextTurn()
    await nextTurn()
    return chunks === before && isSettled()
  }

  function deliver(): void {
    for (const send of delayed.splice(0)) send()
  }

  async function deliverWhenQuiet(): Promise<void> {
    if (isDelivering) return
    isDelivering = true
    while (delayed.length > 0) {
      if (!(await isQuiet()) || delayed.length === 0) continue
      roundTrips += 1
      deliver()
    }
    isDelivering = false
  }

  const server = createServer((client) => {
    const database = connectTo(host, port)
    // The start of a connection counts as one statement: it is answered once the password is accepted.
    const link: Link = { isOpen: false, unanswered: 1 }
    isFirst = true
    links.add(link)
    // The first message has no type byte.
    const sent = messageReader(0, (type, body) => {
      if (type === QUERY || type === SYNC) link.unanswered += 1
      // An unnamed statement is parsed each time.
      if (type === PARSE && body[0] !== 0) isFirst = true
    })
    const answered = messageReader(TYPE_LENGTH, (type) => {
      if (type !== READY) return
      link.unanswered -= 1
      link.isOpen = true
    })
    client.on('data', (chunk) => {
      chunks += 1
      sent(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      chunks += 1
      const isOpening = !link.isOpen
      answered(chunk)
      if (!isCounting || isOpening) {
        client.write(chunk)
        return
      }
      delayed.push(() => client.write(chunk))
      void deliverWhenQuiet()
    })
    endTogether(client, database, sockets)
    database.once('close', () => links.delete(link))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    async count(request, quiet) {
      quietFor = quiet
      // Work left over from the previous request is not counted.
      while (!(await isQuiet()));
      roundTrips = 0
      isFirst = false
      isCounting = true
      try {
        return { result: await request(), roundTrips, isFirst }
      } finally {
        isCounting = false
        deliver()
      }
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const [QUERY, SYNC, PARSE, READY] = ['Q', 'S', 'P', 'Z']
const TYPE_LENGTH = 1
const SIZE_LENGTH = 4

/**
 * Reads the messages of one side of PostgreSQL's protocol, chunk by chunk. A message is its type, its size and its body.
 * The first message of a client has no type.
 */
function messageReader(
  firstTypeLength: number,
  read: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeLength = firstTypeLength
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeLength + SIZE_LENGTH) {
      const end = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < end) break
      read(rest.toString('latin1', 0, typeLength), rest.subarray(typeLength + SIZE_LENGTH, end))
      rest = rest.subarray(end)
      typeLength = TYPE_LENGTH
    }
  }
}
