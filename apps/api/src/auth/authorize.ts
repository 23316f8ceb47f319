import type { Access } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { idsIn } from '../base/ids.ts'
import { LostSynchronization } from '../db/connection.ts'
import type { TransactionConnection } from '../db/database.ts'
import type { ReadPool } from '../db/read-pool.ts'
import { takeRows, type ValueRows } from '../db/rows.ts'
import {
  fill,
  ignoreUnhandled,
  type Reader,
  type ReadPoolName,
  type Statement,
  sqlStatement,
} from '../db/statement.ts'
import { Transaction } from '../db/transaction.ts'
import type { AuthorizedWrite } from '../store/context.ts'
import type { AccessToken } from './tokens.ts'

/** What `commonhold_authorize` answers; `isStale` says that the session's last use should be recorded. */
export interface Authorization extends AuthorizedWrite {
  readonly isStale: boolean
}

/** Who wants to do what, in which tenant. */
export interface Entry {
  readonly token: AccessToken
  readonly tenantId: string | null
  readonly access: Access
  /** What the caller sends: the records that it names must be such as the caller can see. */
  readonly body?: unknown
}

/** The arguments of `commonhold_authorize`, by the names that no column has. */
const names = [
  'enter.mark',
  'enter.session',
  'enter.user',
  'enter.key',
  'enter.expires',
  'enter.tenant',
  'enter.access',
]

const argumentsOf = ({ token, tenantId, access }: Entry): Record<string, string | null> => ({
  'enter.session': token.sessionId,
  'enter.user': token.userId,
  'enter.key': token.storedKeyId,
  'enter.expires': String(token.expires),
  'enter.tenant': tenantId,
  'enter.access': access === 'authenticated' ? null : access,
})

/**
 * What each row of an authorized read begins with, ahead of the columns of the read itself: what authorized it, which begins
 * with the mark of the question, and whether the read found a row.
 */
type Leading = readonly [authorization: string, isThere: true | null]

const LEADING = 2

const nothing = sqlStatement<unknown>(sql`select 1 as nothing`)

/**
 * Makes reads authorize themselves: `commonhold_authorize` on the left of the join is evaluated before the read on its right.
 * Should it ever not be, the read sees no tenant's rows: see `tenancySettings`. Each row tells what it said, which costs
 * less than to pick out the first.
 */
function authorizing(column: string): (statement: Statement<unknown>) => Statement<unknown> {
  const known = new WeakMap<Statement<unknown>, Statement<unknown>>()
  return (statement) => {
    const made = known.get(statement) ?? withAuthorization(statement, column)
    known.set(statement, made)
    return made
  }
}

function withAuthorization(statement: Statement<unknown>, column: string): Statement<unknown> {
  const first = statement.parameters.length + 1
  const numbers = names.map((_, at) => `$${first + at}`).join(', ')
  return {
    ...statement,
    text: `with entered as materialized (select commonhold_authorize(${numbers}) as authorization) select ${column} as authorization, page.* from entered left join (select true as is_there, found.* from (${statement.text}) found) page on true`,
    parameters: [...statement.parameters, ...names.map((name) => sql.placeholder(name))],
  }
}

const authorizedRead = authorizing('entered.authorization')

/** A write gets the projects to which its permission is limited, too. They may be many, and a list has many rows. */
const authorizedWrite = authorizing(
  "entered.authorization || ',' || coalesce(current_setting('app.project_ids', true), '')",
)

function authorizationOf(text: string): Authorization {
  const [, tenantId, projectId, isStale, ...projectIds] = text.split(',')
  return {
    tenantId: tenantId || null,
    projectId: projectId || null,
    projectIds: projectIds[0] ? projectIds : null,
    isStale: isStale === 't',
  }
}

let marks = 0

/** A question and how to tell its answer from another's: a connection that has lost step would hand out somebody else's. */
function question(entry: Entry, values: Record<string, unknown>) {
  marks = (marks + 1) % Number.MAX_SAFE_INTEGER
  const mark = String(marks)
  return {
    values: { ...values, ...argumentsOf(entry), 'enter.mark': mark },
    isAnsweredBy: (found: ValueRows) => leadingOf(found)?.[0].startsWith(`${mark},`) ?? false,
  }
}

const leadingOf = ([row]: ValueRows) => row as unknown as Leading | undefined

const authorizationIn = (found: ValueRows) => authorizationOf(leadingOf(found)?.[0] ?? '')

/** The rows of the read itself: where it found nothing, the join leaves one row that is not there. */
const rowsIn = <Row>(found: ValueRows): Row[] =>
  leadingOf(found)?.[1] ? (takeRows(found, LEADING) as Row[]) : []

/** The connections of each pool. */
export type ReadPools = Readonly<Record<ReadPoolName, ReadPool>>

/** Reads for a request, each authorized by its own statement. */
export class AuthorizedReader implements Reader {
  readonly #pools: ReadPools
  readonly #entry: Entry
  readonly #onAuthorized: (authorization: Authorization) => Authorization
  #authorization: Promise<Authorization> | undefined

  constructor(pools: ReadPools, entry: Entry, onAuthorized: (authorization: Authorization) => Authorization) {
    this.#pools = pools
    this.#entry = entry
    this.#onAuthorized = onAuthorized
  }

  /** The authorization that came with the first read; a statement of its own where nothing was read yet. */
  authorized(): Promise<Authorization> {
    if (!this.#authorization) void this.run(nothing)
    return this.#authorization ?? Promise.reject(new Error('the read was not sent'))
  }

  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    const asked = question(this.#entry, values)
    const { text, parameters, prepare, pool = 'read' } = authorizedRead(statement)
    const answer = this.#pools[pool].query(text, fill(parameters, asked.values), prepare, asked.isAnsweredBy)
    this.#authorization ??= ignoreUnhandled(
      answer.then((found) => this.#onAuthorized(authorizationIn(found))),
    )
    return ignoreUnhandled(answer.then((found) => rowsIn<Row>(found)))
  }

  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return ignoreUnhandled(this.run(statement, values).then((rows) => rows[0]))
  }
}

/** The transaction of a request's write: the first statement that it sends authorizes it. */
export class AuthorizedTransaction extends Transaction {
  readonly #entry: Entry
  readonly #onAuthorized: (authorization: Authorization) => Authorization
  #authorization: Promise<Authorization> | undefined
  #named: ReadonlySet<string> | undefined

  constructor(
    connection: TransactionConnection,
    head: string,
    entry: Entry,
    onAuthorized: (authorization: Authorization) => Authorization,
  ) {
    super(connection, head)
    this.#entry = entry
    this.#onAuthorized = onAuthorized
  }

  override namedAmong(ids: readonly string[]): string[] {
    this.#named ??= new Set(idsIn(this.#entry.body))
    const named = this.#named
    return ids.filter((id) => named.has(id))
  }

  /** The authorization that came with the first statement; a statement of its own where nothing was sent yet. */
  authorized(): Promise<Authorization> {
    if (!this.#authorization) void this.run(nothing)
    return this.#authorization ?? Promise.reject(new Error('the check was not sent'))
  }

  override run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    if (this.#authorization) return super.run(statement, values)
    if (!statement.text.startsWith('select')) {
      void this.authorized()
      return super.run(statement, values)
    }
    const asked = question(this.#entry, values)
    const answer = this.found(authorizedWrite(statement), asked.values).then((found) => {
      if (asked.isAnsweredBy(found)) return found
      throw new LostSynchronization('the answer was not to this question')
    })
    this.#authorization = ignoreUnhandled(answer.then((found) => this.#onAuthorized(authorizationIn(found))))
    return ignoreUnhandled(answer.then((found) => rowsIn<Row>(found)))
  }
}
