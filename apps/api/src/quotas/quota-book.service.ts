import { type QuotaName, type RateQuota, ratePeriods } from '@commonhold/contract'
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import { retryLater, waitFor } from '../base/problem.ts'
import type { QuotaGate } from '../base/quota-gate.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { type Repetition, repeat } from '../http/rounds.ts'
import { transact } from '../http/service.ts'
import { quotaOfCreate } from './counted-records.rules.ts'
import type { Limits } from './limits.rules.ts'
import { addUses, isRate, type QuotaUse, quotaExceeded, resetOf, type Use } from './quotas.repository.ts'

/** Milliseconds between two writes of an instance's counts to the database. */
const POLL = 2_000

interface BookServices {
  readonly connections: ConnectionPool
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Logger
}

/** The use of a rate in its current hour or day, which ends at `until` (milliseconds since 1970). */
interface Known extends QuotaUse {
  readonly until: number
}

const keyOf = (tenantId: string, name: QuotaName) => `${tenantId} ${name}`

/**
 * The quotas in one process. It counts in memory. Every few seconds it adds its counts to the database, and reads those of all
 * instances. So a request needs no statement for it, and a limit may be exceeded by what is used in between.
 */
export class QuotaBook implements QuotaGate {
  readonly #services: BookServices
  readonly #poll: number
  #records: ReadonlyMap<string, QuotaUse> = new Map()
  #rates: ReadonlyMap<string, Known> = new Map()
  #uses = new Map<string, Use>()
  #running: Repetition | undefined

  constructor(services: BookServices, poll = POLL) {
    this.#services = services
    this.#poll = poll
  }

  /** Starts calling `flush` at intervals. */
  start(): void {
    this.#running ??= repeat({
      poll: this.#poll,
      round: async () => {
        await this.flush()
        return false
      },
      onFailure: (error) => this.#services.log.warn(kindOfError(error), 'writing the use of quotas failed'),
    })
  }

  /** Stops, and calls `flush` for the last time. */
  async stop(): Promise<void> {
    if (!this.#running) return
    await this.#running.stop()
    if (this.#uses.size > 0) await this.flush().catch(() => {})
  }

  /** Adds the counts of this instance to the database, and reads the use of quotas by all. */
  async flush(): Promise<void> {
    const { connections, limits, clock } = this.#services
    const uses = [...this.#uses.values()]
    this.#uses = new Map()
    const found = await transact(connections, (tx) => addUses(tx, uses, limits)).catch((error: unknown) => {
      for (const { name, tenant_id, used } of uses) this.count(name, tenant_id, used)
      throw error
    })
    const now = clock.now()
    const rates = found.flatMap((one) =>
      isRate(one.name) ? [{ ...one, until: resetOf(one.name, now).getTime() }] : [],
    )
    this.#rates = new Map(rates.map((one) => [keyOf(one.tenant_id, one.name), one]))
    this.#records = new Map(
      found.filter(({ name }) => !isRate(name)).map((one) => [keyOf(one.tenant_id, one.name), one]),
    )
  }

  assertRoom(operationId: string, tenantId: string | null): void {
    const name = quotaOfCreate.get(operationId)
    if (!name || tenantId === null) return
    const full = this.#records.get(keyOf(tenantId, name))
    if (full) throw quotaExceeded(full)
  }

  assertRate(name: RateQuota, tenantId: string | null): void {
    const until = tenantId === null ? undefined : this.exhaustedUntil(name, tenantId)
    if (!until) return
    const seconds = Math.ceil((until.getTime() - this.#services.clock.now().getTime()) / 1_000)
    throw retryLater(
      'rate_limited',
      seconds,
      `The tenant has used up its ${name.replaceAll('_', ' ')} of this ${ratePeriods[name].period}. ${waitFor(seconds)}, or ask the operator of the installation for more.`,
    )
  }

  exhaustedUntil(name: RateQuota, tenantId: string): Date | undefined {
    const key = keyOf(tenantId, name)
    const known = this.#rates.get(key)
    if (!known || known.limit === null || known.until <= this.#services.clock.now().getTime())
      return undefined
    const used = known.used + (this.#uses.get(key)?.used ?? 0)
    return used >= known.limit ? new Date(known.until) : undefined
  }

  count(name: RateQuota, tenantId: string | null, amount: number): void {
    if (tenantId === null || amount === 0) return
    const key = keyOf(tenantId, name)
    const used = (this.#uses.get(key)?.used ?? 0) + amount
    this.#uses.set(key, { tenant_id: tenantId, name, used })
  }
}
