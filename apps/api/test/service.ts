import { type ApiContract, ApiProblem, type Client, contract, createClient } from '@commonhold/contract'
import pino, { type Logger } from 'pino'
import type { Clock } from '../src/base/clock.ts'
import type { DatabaseTarget } from '../src/db/database.ts'
import { readSettings } from '../src/settings.ts'
import { type Running, start } from '../src/start.ts'
import { createDatabase, type TestDatabase } from './database.ts'

/** A running service with real HTTP and a separate database. */
export interface TestService {
  readonly address: string
  /** The address of the metrics, if `METRICS_PORT` is set. */
  readonly metricsAddress: string | undefined
  readonly database: TestDatabase
  /** A client without a token. */
  readonly anonymous: Client<ApiContract>
  /** A client with this token. */
  as(token: string, tenantId?: string): Client<ApiContract>
  /** Signs up a new user of the default tenant. */
  signUp(name?: string): Promise<TestUser>
  stop(): Promise<void>
}

/** A user with a session. */
export interface TestUser {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly refreshToken: string
  readonly sessionId: string
  readonly client: Client<ApiContract>
}

export const PASSWORD = 'a password for tests'

let serial = 0

function nextName(): string {
  serial += 1
  return `user${process.pid}x${serial}`
}

/** Dependencies of a service that a test may replace. */
export interface Replacements {
  readonly log?: Logger
  readonly clock?: Clock
  /** A replica of the database, which serves reads. */
  readonly replica?: DatabaseTarget
}

/**
 * Starts a service. `settings` are environment variables; jobs and mails are only worked on with `ROLE: 'all'`. Pass `database` to
 * share one between instances.
 */
export async function startService(
  settings: Record<string, string> = {},
  database?: TestDatabase,
  { log = pino({ level: 'silent' }), clock, replica }: Replacements = {},
): Promise<TestService> {
  const own = database ?? (await createDatabase())
  const running: Running = await start(
    readSettings({
      PORT: '0',
      // Workers poll the database all the time, also in tests that do not need them.
      ROLE: 'api',
      SIGN_UP_RATE: '0',
      SIGN_IN_RATE: '0',
      RATE_LIMIT: '0',
      DRAIN_SECONDS: '0',
      ...settings,
    }),
    { owner: own.owner, runtime: own.runtime, isEmbedded: false, ...(replica && { replica }) },
    log,
    clock,
  )
  await running.ready
  const { address } = running
  const options = { baseUrl: address, retries: 0, timeoutMs: 60_000 }
  const as = (token: string, tenantId?: string) =>
    createClient(contract, { ...options, token, ...(tenantId ? { tenantId } : {}) })
  const anonymous = createClient(contract, options)
  return {
    address,
    metricsAddress: running.metricsAddress,
    database: own,
    anonymous,
    as,
    async signUp(name = nextName()) {
      const email = `${name}@example.org`
      const tokens = await onceMoreWhenBusy(() => anonymous.me.signUp({ email, password: PASSWORD }))
      const client = as(tokens.access_token)
      const { id } = await client.me.get()
      return {
        id,
        email,
        token: tokens.access_token,
        refreshToken: tokens.refresh_token,
        sessionId: tokens.session_id,
        client,
      }
    },
    async stop() {
      await running.stop()
      if (!database) await own.drop()
    },
  }
}

/**
 * Retries once after 503: on a busy machine, hashing a password may exceed the time limit of a request. Nothing is stored then.
 */
async function onceMoreWhenBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 503) throw error
    return work()
  }
}
