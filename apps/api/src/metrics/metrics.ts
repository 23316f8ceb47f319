import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../base/version.ts'

/** The current values of the process and its database, for the gauges. */
export interface Readings {
  /** Connections for transactions that are `busy` or `idle`, and requests that are `waiting` for one. */
  readonly connections: Readonly<Record<'busy' | 'idle' | 'waiting', number>>
  /** Reads in progress, by pool. */
  readonly reads: Readonly<Record<string, number>>
  /** Passwords that are waiting to be hashed, and passwords hashed or compared since the start. */
  readonly hashes: Readonly<Record<'waiting' | 'computed', number>>
  /** Requests that wait for events or notifications: polls for one answer, and streams. */
  readonly waiters: Readonly<Record<'polls' | 'streams', number>>
  /** The lag and the reads of the replica, if one is configured. */
  readonly replica: ReplicaReadings | undefined
  /** True while the database responds. */
  readonly isDatabaseUp: boolean
  /** Null when they cannot be read. */
  readonly stored: StoredReadings | null
  /** Null when they cannot be read. */
  readonly transactions: TransactionReadings | null
}

/** The lag of the replica, and the reads of requests since the start, by the server that answered. */
export interface ReplicaReadings {
  /** Infinity while the lag is unknown. */
  readonly lagSeconds: number
  readonly reads: Readonly<Record<'replica' | 'primary', number>>
}

/** Values that are read from tables. */
export interface StoredReadings {
  /** Mails that are due or were tried, and are neither sent nor given up. */
  readonly mails: number
  /** Seconds since the oldest of these mails became due or, if it was tried, was created; 0 if there is none. */
  readonly oldestMailSeconds: number
  /** Jobs by queue and state: `waiting`, `running` or `failed`. Jobs that are not due yet are not counted. */
  readonly jobs: readonly { readonly queue: string; readonly state: string; readonly count: number }[]
  /** Seconds since the oldest waiting job became due; 0 if there is none. */
  readonly oldestJobSeconds: number
  /** Tenants that have used 80 or 100 per cent of a quota, by quota and share. */
  readonly quotas: readonly { readonly quota: string; readonly share: number; readonly count: number }[]
}

/** What runs on the server. It is read separately: a transaction that locks a table must not hide itself. */
export interface TransactionReadings {
  /** Seconds since the oldest transaction in the database began; 0 if there is none, null if some sessions cannot be seen. */
  readonly oldestTransactionSeconds: number | null
  /** The id of the oldest transaction that runs on the server; later events are not shown until it ends. Null if none runs. */
  readonly oldestRunning: string | null
}

/**
 * Measures how long the same transaction has been the oldest. PostgreSQL does not show when transactions of other roles and
 * databases began, so the time counts from when the id was first seen.
 */
class RunningTransaction {
  #id: string | null = null
  #since = 0

  secondsOf(id: string | null): number {
    const now = performance.now()
    if (id === null || id !== this.#id) this.#since = now
    this.#id = id
    return (now - this.#since) / 1_000
  }
}

/** Upper bounds in seconds: a read takes a few milliseconds, and only a bulk request takes more than three seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20]

/** The metrics of one process, in the text format of Prometheus. Names follow its conventions: a prefix, and base units. */
export class Metrics {
  readonly contentType: string
  readonly #registry = new Registry()
  readonly #requests: Histogram<'operation' | 'status'>
  readonly #unrouted: Counter<'status'>

  constructor(read: () => Promise<Readings>) {
    this.contentType = this.#registry.contentType
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    new Gauge({
      name: 'commonhold_build_info',
      help: 'Always 1; its label is the version that runs.',
      labelNames: ['version'],
      registers,
    }).set({ version: VERSION }, 1)
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
    const computed = new Counter({
      name: 'commonhold_password_hashes_total',
      help: 'Passwords that were hashed or compared.',
      registers,
    })
    const polls = gauge('event_polls_waiting', 'Requests that wait for the next event.')
    const streams = gauge('event_streams_open', 'Open streams of events and of notifications.')
    const mails = gauge(
      'mails_waiting',
      'Mails that are due or were tried, and are neither sent nor given up.',
    )
    const oldestMail = gauge('oldest_mail_seconds', 'Age of the oldest mail that waits.')
    const jobs = gauge('jobs', 'Jobs by queue and state; waiting jobs count only when they are due.', [
      'queue',
      'state',
    ])
    const oldestJob = gauge('oldest_job_seconds', 'Seconds since the oldest waiting job became due.')
    const quotas = gauge('quotas_reached', 'Tenants that have used a share of a quota, in per cent.', [
      'quota',
      'share',
    ])
    const oldestTransaction = gauge(
      'database_oldest_transaction_seconds',
      'Age of the oldest transaction in the database.',
    )
    const eventDelay = gauge(
      'events_held_back_seconds',
      'Seconds for which the same transaction, of any role on the server, has held back later events.',
    )
    const running = new RunningTransaction()
    const up = gauge('database_up', '1 while the database responds, else 0.')
    const lag = gauge(
      'replica_lag_seconds',
      'Seconds since the latest time up to which the replica is known to have all commits.',
    )
    const served = new Counter({
      name: 'commonhold_read_requests_total',
      help: 'Reads of requests where there is a replica, by the server that answered.',
      labelNames: ['server'],
      registers,
    })
    this.#collect = async () => {
      const found = await read()
      connections.set({ state: 'busy' }, found.connections.busy)
      connections.set({ state: 'idle' }, found.connections.idle)
      waiting.set(found.connections.waiting)
      for (const [pool, count] of Object.entries(found.reads)) reads.set({ pool }, count)
      hashes.set(found.hashes.waiting)
      computed.reset()
      computed.inc(found.hashes.computed)
      polls.set(found.waiters.polls)
      streams.set(found.waiters.streams)
      up.set(found.isDatabaseUp ? 1 : 0)
      if (found.replica) {
        lag.set(found.replica.lagSeconds)
        served.reset()
        for (const [server, count] of Object.entries(found.replica.reads)) served.inc({ server }, count)
      } else lag.remove()
      // An unknown value is removed, so that Prometheus does not go on reading the last known one.
      for (const [one, value] of [
        [mails, found.stored?.mails],
        [oldestMail, found.stored?.oldestMailSeconds],
        [oldestJob, found.stored?.oldestJobSeconds],
        [oldestTransaction, found.transactions?.oldestTransactionSeconds],
        [eventDelay, found.transactions && running.secondsOf(found.transactions.oldestRunning)],
      ] as const)
        if (value == null) one.remove()
        else one.set(value)
      quotas.reset()
      for (const { quota, share, count } of found.stored?.quotas ?? []) quotas.set({ quota, share }, count)
      jobs.reset()
      for (const { queue, state, count } of found.stored?.jobs ?? []) jobs.set({ queue, state }, count)
    }
  }

  readonly #collect: () => Promise<void>

  /** Counts a request of an operation, with its duration. */
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
