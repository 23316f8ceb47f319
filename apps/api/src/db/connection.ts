import postgres from 'postgres'
import { within } from '../base/deadline.ts'
import { type DatabaseTarget, openClient, sessionSettings } from './database.ts'
import { RUNTIME_ROLE } from './tenancy.ts'

/**
 * A connection lacks the role or the settings that it was opened with, because a pooler in front of the database rejects or drops
 * them. Its statements would run as the owner of the tables, or without time limits.
 */
export class UnfitConnection extends Error {
  constructor(found: string) {
    super(
      `Connections of DATABASE_URL lose their role or settings (${found}), probably behind a pooler: ` +
        'set DATABASE_PREPARE=off, and DATABASE_DIRECT_URL to the database itself',
    )
    this.name = 'UnfitConnection'
  }
}

/**
 * The connection returned the result of another statement, or one that cannot be decoded. Later results would be wrong,
 * too.
 */
export class LostSynchronization extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LostSynchronization'
  }
}

/**
 * One connection to the database, which its first query opens. A lost connection is never reopened: a query that waits for it
 * must not run on another connection, outside of its transaction and before the checks.
 */
export class Connection {
  readonly sql: postgres.Sql
  readonly #expected: Readonly<Record<string, string>>
  #isLost = false
  #isFit: boolean
  #check: Promise<void> | undefined

  constructor(
    target: DatabaseTarget,
    settings: Readonly<Record<string, string>>,
    onLost: () => void = () => {},
  ) {
    this.sql = openClient(target, 1, settings, () => {
      if (this.#isLost) return
      this.#isLost = true
      this.discard()
      onLost()
    })
    // Behind a transaction pooler there is nothing to check: each transaction sets its role and its limits.
    this.#isFit = !target.prepare
    this.#expected = settings
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** True once `check` has confirmed its role and settings; no other query may be sent before. */
  get isFit(): boolean {
    return this.#isFit
  }

  /** Rejects with `UnfitConnection` when the role or the settings are not those that it was opened with. */
  check(): Promise<void> {
    this.#check ??= assertSettings(this.sql, this.#expected, RUNTIME_ROLE)
      .then(() => {
        this.#isFit = true
      })
      .finally(() => {
        this.#check = undefined
      })
    return this.#check
  }

  /** Closes the connection immediately. */
  discard(): void {
    this.sql.end({ timeout: 0 }).catch(() => {})
  }
}

/** Milliseconds within which PostgreSQL must answer a new connection. */
const PATIENCE = 10_000

/**
 * Rejects with `DeadlineExceeded` when something other than PostgreSQL listens at the address: the driver would reconnect again
 * and again without an error.
 */
export async function assertAnswers(target: DatabaseTarget): Promise<void> {
  const sql = openClient({ ...target, assumeRole: false }, 1, {})
  try {
    await within(PATIENCE, sql`select`, 'the server at DATABASE_URL does not answer as PostgreSQL')
  } catch (error) {
    // An error of PostgreSQL or of a pooler is an answer, too. The next steps of the start report it.
    if (!(error instanceof postgres.PostgresError)) throw error
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/**
 * Rejects with `UnfitConnection` when a pooler drops the settings of connections. It runs before the runtime role exists.
 */
export async function assertSettingsPersist(
  target: DatabaseTarget,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const sql = openClient({ ...target, assumeRole: false }, 1, settings)
  try {
    await assertSettings(sql, settings)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function assertSettings(
  sql: postgres.Sql,
  settings: Readonly<Record<string, string>>,
  role?: string,
): Promise<void> {
  const expected = Object.entries({ ...sessionSettings, ...settings })
  const selected = expected.map(([name]) => `current_setting('${name}', true)`)
  const found = await sql
    .unsafe(`select current_user::text, ${selected.join(', ')}`)
    .values()
    .catch((error: unknown) => {
      throw isRefusedSetting(error) ? new UnfitConnection(error.message) : error
    })
  const [user, ...values] = found[0] ?? []
  const lost = [
    ...(role === undefined || user === role ? [] : [`current_user is ${user}, not ${role}`]),
    ...expected.flatMap(([name, value], at) =>
      values[at] === value ? [] : [`${name} is ${values[at] || 'not set'}, not ${value}`],
    ),
  ]
  if (lost.length > 0) throw new UnfitConnection(lost.join('; '))
}

/** PgBouncer closes a connection that requests a setting it does not know. */
const isRefusedSetting = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError &&
  error.code === '08P01' &&
  /startup parameter/i.test(error.message)
