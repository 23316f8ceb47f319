import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PASSWORD } from '../trust/cluster.ts'
import type { CellTenant } from './cell.ts'
import { askHost, bodyOf } from './host.ts'
import type { Router } from './router.ts'

/** Milliseconds between two requests of a writer. */
const PAUSE = 20

interface Written {
  readonly status: number
  readonly milliseconds: number
  /** When the answer arrived. */
  readonly at: number
}

/**
 * Creates assets at the host name of a tenant, one after the other, until it is stopped. It continues after failed requests,
 * and signs in again after a 401.
 */
export class Writer {
  readonly answers: Written[] = []
  /** The ids of the assets whose creation was acknowledged. */
  readonly made: string[] = []
  token: string
  readonly #port: number
  readonly #tenant: CellTenant
  readonly #writing: Promise<void>
  #isOver = false

  constructor({ port }: Router, tenant: CellTenant) {
    this.#port = port
    this.#tenant = tenant
    this.token = tenant.token
    this.#writing = this.#write()
    this.#writing.catch(() => {})
  }

  /** The distinct statuses of all answers, in ascending order. */
  get statuses(): number[] {
    return [...new Set(this.answers.map(({ status }) => status))].sort((a, b) => a - b)
  }

  /** The longest time between two consecutive successes, in milliseconds. */
  get longestGap(): number {
    const times = this.answers.filter(({ status }) => status === 201).map(({ at }) => at)
    return Math.max(...times.slice(1).map((time, n) => time - (times[n] ?? time)))
  }

  /** Stops after the current request. Rejects if the writer could not sign in again. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#writing
  }

  async #write(): Promise<void> {
    const { host, id: tenantId, modelId: model_id } = this.#tenant
    while (!this.#isOver) {
      const json = { model_id, name: 'Made meanwhile', serial_number: randomUUID() }
      const answer = await askHost(this.#port, host, 'POST /assets', { token: this.token, tenantId, json })
      const { status, milliseconds } = answer
      this.answers.push({ status, milliseconds, at: performance.now() })
      if (status === 201) this.made.push(String(bodyOf(answer).id))
      if (status === 401) await this.#signIn()
      await wait(PAUSE)
    }
  }

  async #signIn(): Promise<void> {
    const { host, email } = this.#tenant
    const answer = await askHost(this.#port, host, 'POST /auth/token', {
      json: { email, password: PASSWORD },
    })
    this.token = String(bodyOf(answer).access_token)
  }
}
