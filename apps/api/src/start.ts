import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { areas } from './areas.ts'
import { ApiKeys } from './auth/api-keys.ts'
import type { ReadPools } from './auth/authorize.ts'
import { createPasswordHasher } from './auth/passwords/hasher.ts'
import { normalizeEmail } from './auth/passwords/identity-names.ts'
import { Tokens } from './auth/tokens.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { moduleLogs } from './base/log-levels.ts'
import { type Databases, directTarget, migrateDatabase } from './databases.ts'
import { ConnectionPool } from './db/connection-pool.ts'
import type { DatabaseTarget } from './db/database.ts'
import { ReadPool } from './db/read-pool.ts'
import { ReadReplica } from './db/read-replica.ts'
import { ignoreUnhandled } from './db/statement.ts'
import { withDatabase } from './db/with-database.ts'
import { LogWatch } from './events/log-watch.service.ts'
import { type Listening, listen } from './http/listen.ts'
import { OutageLog } from './http/outage-log.ts'
import { RateLimit } from './http/rate-limit.ts'
import { watchReplica } from './http/replica-reads.ts'
import type { Repetition } from './http/rounds.ts'
import { RunningExports } from './http/running-exports.ts'
import { type Service, transact } from './http/service.ts'
import { Waiters } from './http/waiters.ts'
import { openJobs } from './jobs/jobs.ts'
import { mailingOf } from './mailing.ts'
import { metricsOf } from './measuring.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { ensureOperator, type Operator } from './operator.ts'
import { ensureOwners } from './owners.ts'
import { openPage } from './page.ts'
import { limitsOf } from './quotas/limits.rules.ts'
import { QuotaBook } from './quotas/quota-book.service.ts'
import { BadSettings, type Settings } from './settings.ts'
import { briefsOf } from './store/area.ts'
import { IncludedRecords } from './store/briefs.ts'
import { findSignupTenant } from './system/accounts.repository.ts'
import { ownerOfKey } from './system/api-key-lookup.repository.ts'
import { Attempts } from './system/attempts.service.ts'
import { configuredKeys, ensureKey, storedKeys } from './system/keys.service.ts'
import { networksOf } from './webhooks/webhook-addresses.rules.ts'
import { queuesOf, startWorking } from './working.ts'

/** A running service. */
export interface Running {
  readonly address: string
  /** The address of the metrics; undefined when they are not served. */
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
 * One connection serves more lookups than this process can send; more would compete for the same cores. With a transaction
 * pooler, a connection serves one read at a time.
 */
const lookupConnections = ({ prepare }: DatabaseTarget) => (prepare ? 1 : READ_CONNECTIONS)
/** Searches and counts have their own connections, so that only they wait for each other. */
const SEARCH_CONNECTIONS = 2

/** Listens immediately, so that `/livez` responds, and serves requests as soon as the database is ready. */
export async function start(
  settings: Settings,
  databases: Databases,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Running> {
  const connections = new ConnectionPool(databases.runtime, settings.DATABASE_SLOTS)
  const sizes = {
    lookup: lookupConnections(databases.runtime),
    read: READ_CONNECTIONS,
    search: SEARCH_CONNECTIONS,
  }
  const pools: ReadPools = {
    lookup: new ReadPool(databases.runtime, sizes.lookup, 'lookup'),
    read: new ReadPool(databases.runtime, sizes.read, 'read'),
    search: new ReadPool(databases.runtime, sizes.search, 'search'),
  }
  const replica =
    databases.replica &&
    new ReadReplica(databases.replica, sizes, pools.read, settings.DATABASE_READ_LAG * 1_000)
  const keys = settings.TOKEN_KEYS
    ? configuredKeys(settings.TOKEN_KEYS)
    : storedKeys((work) => transact(connections, work))
  const tokens = new Tokens(keys, settings.ACCESS_TOKEN_TTL)
  const logOf = moduleLogs(log, settings.LOG_LEVELS)
  const hasher = createPasswordHasher()
  const attempts = new Attempts((work) => transact(connections, work), logOf('http'))
  const phase = { isPrepared: false, isDraining: false }
  let stopping: Promise<void> | undefined
  let working: ReturnType<typeof startWorking> | undefined
  let watching: Repetition | undefined
  const mailing = mailingOf(settings, databases.isEmbedded, logOf('mail'))
  const works = settings.ROLE !== 'api'
  const jobs = openJobs(directTarget(databases), works, logOf('jobs'))
  const limits = limitsOf(settings.QUOTAS)
  const quotas = new QuotaBook({ connections, limits, clock, log: logOf('quotas') })
  const workServices = {
    owner: databases.owner,
    connections,
    jobs,
    quotas,
    limits,
    mailing,
    settings,
    clock,
    logOf,
  }
  const waiters = new Waiters()
  const metrics =
    settings.METRICS_PORT === undefined
      ? undefined
      : metricsOf({ connections, pools, hasher, waiters, replica, log: logOf('metrics') })
  const news = new LogWatch(connections)
  const service: Service = {
    connections,
    pools,
    replica,
    tokens,
    apiKeys: new ApiKeys((id, hash) => transact(connections, (tx) => ownerOfKey(tx, id, hash))),
    quotas,
    rateLimit: new RateLimit(settings.RATE_LIMIT),
    exports: new RunningExports(),
    news,
    waiters,
    included: new IncludedRecords(briefsOf(areas)),
    clock,
    log: logOf('http'),
    outages: new OutageLog(logOf('database')),
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
      attempts,
      signUp: settings.SIGN_UP ?? 'open',
      signupTenant: settings.SIGNUP_TENANT,
      tenantCreation: settings.TENANT_CREATION,
      passwordMinLength: settings.PASSWORD_MIN_LENGTH,
      signUpRate: settings.SIGN_UP_RATE,
      signInRate: settings.SIGN_IN_RATE,
      mail: mailing?.settings,
      mailRate: settings.MAIL_RATE,
    },
    limits,
    webhooks: {
      jobs,
      allowed: networksOf(settings.WEBHOOK_ALLOWED_NETWORKS),
    },
    events: { eventDays: settings.EVENT_RETENTION_DAYS },
    servesOperations: settings.ROLE !== 'worker',
    state: { isReady: async () => phase.isPrepared && !phase.isDraining && (await pools.read.isAnswering()) },
    corsOrigins: [...settings.CORS_ALLOW_ORIGINS, ...settings.BACKEND_CORS_ORIGINS],
    docs: settings.DOCS === 'on',
  })
  if (!databases.isEmbedded && settings.SIGN_UP === undefined)
    log.warn(
      'SIGN_UP is not set: anybody who can reach this service can create an account. Set SIGN_UP=invited before it contains real data, or SIGN_UP=open to confirm that this is intended',
    )
  const page =
    settings.SERVE_PAGE === 'on' && settings.ROLE !== 'worker' ? openPage(settings.API_URL) : undefined
  const listening: Listening = await listen(app, settings.HOST, settings.PORT, service.isDraining, page)
  const metricsServer =
    metrics &&
    (await serveMetrics(metrics, settings.METRICS_HOST, settings.METRICS_PORT ?? 0, logOf('metrics')))
  if (metricsServer) log.info({ address: metricsServer.address }, 'serving metrics')
  const ready = prepare()
  ready.catch(() => {})
  return { address: listening.address, metricsAddress: metricsServer?.address, ready, stop }

  async function prepare(): Promise<Operator | undefined> {
    const operator = await withDatabase(logOf('database'), service.isDraining, prepareDatabase)
    quotas.start()
    phase.isPrepared = true
    watching = replica && watchReplica(replica, logOf('database'))
    if (works) working = startWorking(workServices)
    return operator
  }

  /** Can be repeated: steps that are already completed are skipped. */
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
    await jobs.start(queuesOf(workServices))
    return operator
  }

  function stop(): Promise<void> {
    stopping ??= drain()
    return stopping
  }

  async function drain(): Promise<void> {
    phase.isDraining = true
    news.stop()
    // No new background work starts, and running jobs finish. Requests are served until load balancers send no more.
    const ended = ignoreUnhandled(Promise.all([working?.stop(), jobs.stopWorking()]))
    await wait(settings.DRAIN_SECONDS * 1_000)
    await Promise.all([listening.close(), watching?.stop(), ended, metricsServer?.close()])
    await jobs.stop()
    attempts.stop()
    await quotas.stop()
    await Promise.all([
      connections.close(),
      ...Object.values(pools).map((pool) => pool.close()),
      replica?.close(),
    ])
    await hasher.close()
  }
}

async function assertSignupTenant(connections: ConnectionPool, settings: Settings): Promise<void> {
  const found = await transact(connections, (tx) => findSignupTenant(tx, settings.SIGNUP_TENANT))
  if (!found)
    throw new BadSettings([`SIGNUP_TENANT: no tenant in use has the slug or id ${settings.SIGNUP_TENANT}`])
}
