import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { areas } from './areas.ts'
import { ApiKeys } from './auth/api-keys.ts'
import type { ReadPools } from './auth/authorize.ts'
import { createPasswordHasher } from './auth/passwords/hasher.ts'
import { normalizeEmail } from './auth/passwords/identity-names.ts'
import { Tokens } from './auth/tokens.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { migrateDatabase } from './databases.ts'
import { ConnectionPool } from './db/connection-pool.ts'
import type { DatabaseTarget } from './db/database.ts'
import { isRefusedByPooler, isTransient, isUnavailable } from './db/database-errors.ts'
import { ReadPool } from './db/read-pool.ts'
import { type Listening, listen } from './http/listen.ts'
import { RateLimit } from './http/rate-limit.ts'
import { RunningExports } from './http/running-exports.ts'
import { type Service, transact } from './http/service.ts'
import { startMailSender } from './mail/sender.ts'
import { mailingOf } from './mailing.ts'
import { Metrics } from './metrics/metrics.ts'
import { readDatabase } from './metrics/readings.repository.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { ensureOperator, type Operator } from './operator.ts'
import { ensureOwners } from './owners.ts'
import { openPage } from './page.ts'
import { BadSettings, type Settings } from './settings.ts'
import { briefsOf } from './store/area.ts'
import { IncludedRecords } from './store/briefs.ts'
import { findSignupTenant } from './system/accounts.repository.ts'
import { ownerOfKey } from './system/api-key-lookup.ts'
import { configuredKeys, ensureKey, storedKeys } from './system/keys.ts'
import { composeWith } from './system/mails.ts'
import { startMaintenance } from './system/maintenance.ts'

/** Where the database is, for the two roles. */
export interface Databases {
  readonly owner: DatabaseTarget
  readonly runtime: DatabaseTarget
  /** True for the embedded database: an operator may be generated for it. */
  readonly isEmbedded: boolean
}

/** A running service. */
export interface Running {
  readonly address: string
  /** Where the metrics are, when they are served. */
  readonly metricsAddress: string | undefined
  /** Resolves when the database is migrated and requests are served. */
  readonly ready: Promise<Operator | undefined>
  /**
   * Reports not ready, waits for the drain window, stops listening, finishes requests in progress, closes the connections.
   */
  stop(): Promise<void>
}

/** Reads are pipelined, so a few connections serve many requests. */
const READ_CONNECTIONS = 4
/**
 * One connection serves more lookups than this process can send; more would compete for the same cores. Behind a
 * transaction pooler each read has a connection of its own.
 */
const lookupConnections = ({ prepare }: DatabaseTarget) => (prepare ? 1 : READ_CONNECTIONS)
/** Searches and counts have their own connections, so that only they wait for each other. */
const SEARCH_CONNECTIONS = 2

/** Listens at once, so that `/livez` responds, and serves requests as soon as the database is ready. */
export async function start(
  settings: Settings,
  databases: Databases,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Running> {
  const connections = new ConnectionPool(databases.runtime, settings.DATABASE_SLOTS)
  const pools: ReadPools = {
    lookup: new ReadPool(databases.runtime, lookupConnections(databases.runtime), 'lookup'),
    read: new ReadPool(databases.runtime, READ_CONNECTIONS, 'read'),
    search: new ReadPool(databases.runtime, SEARCH_CONNECTIONS, 'search'),
  }
  const keys = settings.TOKEN_KEYS
    ? configuredKeys(settings.TOKEN_KEYS)
    : storedKeys((work) => transact(connections, work))
  const tokens = new Tokens(keys, settings.ACCESS_TOKEN_TTL)
  const hasher = createPasswordHasher()
  const phase = { isPrepared: false, isDraining: false }
  let stopping: Promise<void> | undefined
  let maintenance: ReturnType<typeof startMaintenance> | undefined
  let sender: ReturnType<typeof startMailSender> | undefined
  const mailing = mailingOf(settings, databases.isEmbedded, log)
  const metrics =
    settings.METRICS_PORT === undefined
      ? undefined
      : new Metrics(async () => ({
          connections: connections.usage,
          reads: Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool.inFlight])),
          hashes: hasher.waiting,
          database: await transact(connections, readDatabase).catch(() => null),
        }))
  const service: Service = {
    connections,
    pools,
    tokens,
    apiKeys: new ApiKeys((id, hash) => transact(connections, (tx) => ownerOfKey(tx, id, hash))),
    rateLimit: new RateLimit(settings.RATE_LIMIT),
    exports: new RunningExports(),
    included: new IncludedRecords(briefsOf(areas)),
    clock,
    log,
    metrics,
    trustProxy: settings.TRUST_PROXY,
    publicUrl: settings.API_URL?.replace(/\/+$/, ''),
    isDraining: () => phase.isDraining,
    isPrepared: () => phase.isPrepared,
  }
  const app = createApp({
    service,
    authentication: {
      hasher,
      tokens,
      signUp: settings.SIGN_UP ?? 'open',
      signupTenant: settings.SIGNUP_TENANT,
      tenantCreation: settings.TENANT_CREATION,
      passwordMinLength: settings.PASSWORD_MIN_LENGTH,
      signUpRate: settings.SIGN_UP_RATE,
      signInRate: settings.SIGN_IN_RATE,
      mail: mailing?.settings,
      mailRate: settings.MAIL_RATE,
    },
    state: { isReady: async () => phase.isPrepared && !phase.isDraining && (await pools.read.isAnswering()) },
    corsOrigins: [...settings.CORS_ALLOW_ORIGINS, ...settings.BACKEND_CORS_ORIGINS],
    docs: settings.DOCS === 'on',
  })
  if (!databases.isEmbedded && settings.SIGN_UP === undefined)
    log.warn(
      'SIGN_UP is not set: anybody who reaches this service can make an account. Set SIGN_UP=invited before it holds real data, or SIGN_UP=open to say that this is meant',
    )
  const page = settings.SERVE_PAGE === 'on' ? openPage(settings.API_URL) : undefined
  const listening: Listening = await listen(app, settings.HOST, settings.PORT, service.isDraining, page)
  const metricsServer =
    metrics && (await serveMetrics(metrics, settings.METRICS_HOST, settings.METRICS_PORT ?? 0, log))
  if (metricsServer) log.info({ address: metricsServer.address }, 'serving metrics')
  const ready = prepare()
  ready.catch(() => {})
  return { address: listening.address, metricsAddress: metricsServer?.address, ready, stop }

  async function prepare(): Promise<Operator | undefined> {
    const operator = await withDatabase(log, service.isDraining, prepareDatabase)
    phase.isPrepared = true
    maintenance = startMaintenance(connections, log)
    if (mailing)
      sender = startMailSender({
        connections,
        transport: mailing.transport,
        compose: composeWith(mailing.settings),
        log,
      })
    return operator
  }

  /** Completed steps are skipped, so it can be repeated. */
  async function prepareDatabase(): Promise<Operator | undefined> {
    await migrateDatabase(databases)
    await Promise.all(Object.values(pools).map((pool) => pool.check()))
    if (!settings.TOKEN_KEYS) await transact(connections, (tx) => ensureKey(tx))
    await assertSignupTenant(connections, settings)
    const operator = await ensureOperator(connections, hasher, {
      email: settings.ADMIN_EMAIL,
      password: settings.ADMIN_PASSWORD,
      minLength: settings.PASSWORD_MIN_LENGTH,
      generate: databases.isEmbedded,
    })
    const ownerless = await ensureOwners(connections, normalizeEmail(settings.ADMIN_EMAIL ?? ''))
    if (ownerless.length > 0)
      log.warn(
        { tenant_ids: ownerless },
        'tenants have no owner: set ADMIN_EMAIL and ADMIN_PASSWORD, and the operator becomes one',
      )
    return operator
  }

  function stop(): Promise<void> {
    stopping ??= drain()
    return stopping
  }

  async function drain(): Promise<void> {
    phase.isDraining = true
    maintenance?.stop()
    await wait(settings.DRAIN_SECONDS * 1_000)
    await Promise.all([listening.close(), sender?.stop(), metricsServer?.close()])
    await Promise.all([connections.close(), ...Object.values(pools).map((pool) => pool.close())])
    await hasher.close()
  }
}

/** The database may start later than the service, or be busy; a wrong password is not retried. */
async function withDatabase<T>(log: Logger, isDraining: () => boolean, work: () => Promise<T>): Promise<T> {
  for (let delay = 100; ; delay = Math.min(delay * 2, 5_000)) {
    try {
      return await work()
    } catch (error) {
      if (isRefusedByPooler(error))
        throw new Error(`DATABASE_URL: the pooler refuses the login: ${error.message}`)
      if (!(isUnavailable(error) || isTransient(error)) || isDraining()) throw error
      log.warn({ retry_ms: delay, reason: reasonOf(error) }, 'the database cannot be prepared yet')
      await wait(delay)
    }
  }
}

/** What is logged of a connection's error, never the text of a query. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error ? cause.message : 'unknown'
}

async function assertSignupTenant(connections: ConnectionPool, settings: Settings): Promise<void> {
  const found = await transact(connections, (tx) => findSignupTenant(tx, settings.SIGNUP_TENANT))
  if (!found)
    throw new BadSettings([`SIGNUP_TENANT: no tenant in use has the slug or id ${settings.SIGNUP_TENANT}`])
}
