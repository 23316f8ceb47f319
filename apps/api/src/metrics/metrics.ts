import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What one look at the process and its database found, for the gauges. */
export interface Readings {
  /** Connections of the pool for transactions, by `busy`, `idle` and requests that are `waiting`. */
  readonly connections: Readonly<Record<'busy' | 'idle' | 'waiting', number>>
  /** Reads in progress, by pool. */
  readonly reads: Readonly<Record<string, number>>
  /** Passwords that wait to be hashed. */
  readonly hashes: number
  /** Null while the database does not respond. */
  readonly database: DatabaseReadings | null
}

/** What the database says of itself. */
export interface DatabaseReadings {
  /** Mails that are neither sent nor given up. */
  readonly mails: number
  /** Seconds since the oldest of them was written; 0 without any. */
  readonly oldestMailSeconds: number
  /** Seconds since the oldest transaction of the service's role began; 0 without any. */
  readonly oldestTransactionSeconds: number
}

/** Seconds: a read takes a few milliseconds, and no request more than three seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3]

/** The metrics of one process, in the text format of Prometheus. Names follow its conventions: base units, and a prefix. */
export class Metrics {
  readonly contentType: string
  readonly #registry = new Registry()
  readonly #requests: Histogram<'operation' | 'status'>
  readonly #unrouted: Counter<'status'>

  constructor(read: () => Promise<Readings>) {
    this.contentType = this.#registry.contentType
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'commonhold_request_duration_seconds',
      help: 'Requests by operation and status, and how long they took.',
      labelNames: ['operation', 'status'],
      buckets,
      registers,
    })
    this.#unrouted = new Counter({
      name: 'commonhold_unrouted_requests_total',
      help: 'Requests that reached no operation: unknown paths and methods.',
      labelNames: ['status'],
      registers,
    })
    const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge<Label>({ name: `commonhold_${name}`, help, labelNames, registers })
    const connections = gauge('database_connections', 'Connections for transactions, by state.', ['state'])
    const waiting = gauge('database_waiting_requests', 'Requests that wait for a connection.')
    const reads = gauge('database_reads', 'Reads in progress, by pool.', ['pool'])
    const hashes = gauge('password_hashes_waiting', 'Passwords that wait to be hashed.')
    const mails = gauge('mails_waiting', 'Mails that are neither sent nor given up.')
    const oldestMail = gauge('oldest_mail_seconds', 'Age of the oldest mail that waits.')
    const oldestTransaction = gauge(
      'database_oldest_transaction_seconds',
      'Age of the oldest transaction of the service.',
    )
    const up = gauge('database_up', '1 while the database responds, else 0.')
    this.#collect = async () => {
      const found = await read()
      connections.set({ state: 'busy' }, found.connections.busy)
      connections.set({ state: 'idle' }, found.connections.idle)
      waiting.set(found.connections.waiting)
      for (const [pool, count] of Object.entries(found.reads)) reads.set({ pool }, count)
      hashes.set(found.hashes)
      up.set(found.database ? 1 : 0)
      // An unknown number is left out: the last known one would look like a fact.
      for (const [one, value] of [
        [mails, found.database?.mails],
        [oldestMail, found.database?.oldestMailSeconds],
        [oldestTransaction, found.database?.oldestTransactionSeconds],
      ] as const)
        if (value === undefined) one.remove()
        else one.set(value)
    }
  }

  readonly #collect: () => Promise<void>

  /** Counts a request of an operation. */
  request(operation: string, status: number, milliseconds: number): void {
    this.#requests.observe({ operation, status }, milliseconds / 1_000)
  }

  /** Counts a request that reached no operation: an unknown path or method. */
  unrouted(status: number): void {
    this.#unrouted.inc({ status })
  }

  /** All metrics as they are now. */
  async text(): Promise<string> {
    await this.#collect()
    return this.#registry.metrics()
  }
}
