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
import { type Ending, NESTED, NESTED_HEAD, Transaction } from '../db/transaction.ts'
import type { AuthorizedWrite } from '../store/context.ts'
import type { ApiKeyCredential } from './api-keys.ts'
import type { Credential } from './credential.ts'
import type { AccessToken } from './tokens.ts'

/** The result of `commonhold_authorize_caller`; `isStale` says that the last use of the session or key should be recorded. */
export interface Authorization extends AuthorizedWrite {
  readonly isStale: boolean
}

/** The caller, the permission that the operation requires, and the tenant. */
export interface Entry {
  readonly token: Credential
  readonly tenantId: string | null
  readonly access: Access
  /** The request body: the caller must be able to see the records that it refers to. */
  readonly body?: unknown
}

/** The arguments of `commonhold_authorize_caller`, under names that no column has. */
const names = [
  'enter.mark',
  'enter.session',
  'enter.user',
  'enter.key',
  'enter.expires',
  'enter.tenant',
  'enter.access',
  'enter.api_key',
  'enter.hash',
  'enter.source',
]

const argumentsOfSession = ({ sessionId, storedKeyId, expires }: AccessToken) => ({
  'enter.session': sessionId,
  'enter.key': storedKeyId,
  'enter.expires': String(expires),
  'enter.api_key': null,
  'enter.hash': null,
  'enter.source': null,
})

const argumentsOfKey = ({ apiKeyId, hash, source }: ApiKeyCredential) => ({
  'enter.session': null,
  'enter.key': null,
  'enter.expires': null,
  'enter.api_key': apiKeyId,
  'enter.hash': hash,
  'enter.source': source,
})

const argumentsOf = ({ token, tenantId, access }: Entry): Record<string, string | null> => ({
  ...(token.sessionId === null ? argumentsOfKey(token) : argumentsOfSession(token)),
  'enter.user': token.userId,
  'enter.tenant': tenantId,
  'enter.access': access === 'authenticated' ? null : access,
})

/**
 * The leading columns of each row of an authorized read: the authorization, which begins with the request's mark, and
 * whether the read found a row.
 */
type Leading = readonly [authorization: string, isThere: true | null]

const LEADING = 2

const nothing = sqlStatement<unknown>(sql`select 1 as nothing`)

/**
 * Makes reads authorize themselves: `commonhold_authorize_caller` on the left of the join is evaluated before the read on its
 * right. If it were not, the read would see no tenant's rows: see `tenancySettings`. Each row repeats the authorization,
 * which costs less than selecting the first row.
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
    text: `with entered as materialized (select commonhold_authorize_caller(${numbers}) as authorization) select ${column} as authorization, page.* from entered left join (select true as is_there, found.* from (${statement.text}) found) page on true`,
    parameters: [...statement.parameters, ...names.map((name) => sql.placeholder(name))],
  }
}

const authorizedRead = authorizing('entered.authorization')

/**
 * A write also gets the projects to which its permission is limited. A read does not: there may be many projects, and a
 * list has many rows.
 */
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

/**
 * A statement with a mark that identifies its result: a connection out of step would otherwise return another caller's
 * rows.
 */
function withMark(entry: Entry, values: Record<string, unknown>) {
  marks = (marks + 1) % Number.MAX_SAFE_INTEGER
  const mark = String(marks)
  return {
    values: { ...values, ...argumentsOf(entry), 'enter.mark': mark },
    isAnsweredBy: (found: ValueRows) => leadingOf(found)?.[0].startsWith(`${mark},`) ?? false,
  }
}

const leadingOf = ([row]: ValueRows) => row as unknown as Leading | undefined

const authorizationIn = (found: ValueRows) => authorizationOf(leadingOf(found)?.[0] ?? '')

/** The rows of the read itself; where it found nothing, the join returns one empty row, which is removed. */
const rowsIn = <Row>(found: ValueRows): Row[] =>
  leadingOf(found)?.[1] ? (takeRows(found, LEADING) as Row[]) : []

/** The connections of each pool. */
export type ReadPools = Readonly<Record<ReadPoolName, ReadPool>>

/** The reads of a request, each authorized by its own statement. */
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

  /** The authorization of the first read; a separate statement when nothing was read yet. */
  authorized(): Promise<Authorization> {
    if (!this.#authorization) void this.run(nothing)
    return this.#authorization ?? Promise.reject(new Error('the read was not sent'))
  }

  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    const marked = withMark(this.#entry, values)
    const { text, parameters, prepare, pool = 'read' } = authorizedRead(statement)
    const answer = this.#pools[pool].query(
      text,
      fill(parameters, marked.values),
      prepare,
      marked.isAnsweredBy,
    )
    this.#authorization ??= ignoreUnhandled(
      answer.then((found) => this.#onAuthorized(authorizationIn(found))),
    )
    return ignoreUnhandled(answer.then((found) => rowsIn<Row>(found)))
  }

  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return ignoreUnhandled(this.run(statement, values).then((rows) => rows[0]))
  }
}

/** The transaction of a request's write: its first statement authorizes it. */
export class AuthorizedTransaction extends Transaction {
  readonly #entry: Entry
  readonly #onAuthorized: (authorization: Authorization) => Authorization
  #authorization: Promise<Authorization> | undefined
  #named: ReadonlySet<string> | undefined

  constructor(
    connection: TransactionConnection,
    head: string | null,
    entry: Entry,
    onAuthorized: (authorization: Authorization) => Authorization,
    ending?: Ending | null,
  ) {
    super(connection, head, ending)
    this.#entry = entry
    this.#onAuthorized = onAuthorized
  }

  /** A transaction behind a savepoint of this one, authorized by itself. */
  nested(entry: Entry): AuthorizedTransaction {
    return new AuthorizedTransaction(this.connection, NESTED_HEAD, entry, this.#onAuthorized, NESTED)
  }

  /** A part of this transaction, for one operation: authorized by itself, or by an earlier part with the same access. */
  part(entry: Entry, authorization?: Promise<Authorization>): AuthorizedTransaction {
    const part = new AuthorizedTransaction(this.connection, null, entry, this.#onAuthorized, null)
    part.#authorization = authorization
    return part
  }

  override namedAmong(ids: readonly string[]): string[] {
    const named = this.#namedIds()
    return ids.filter((id) => named.has(id))
  }

  /** The request body contains these ids in another form: the caller must be able to see their records. */
  name(ids: readonly string[]): void {
    this.#named = new Set([...this.#namedIds(), ...ids])
  }

  #namedIds(): ReadonlySet<string> {
    this.#named ??= new Set(idsIn(this.#entry.body))
    return this.#named
  }

  /** The authorization of the first statement; a separate statement when nothing was sent yet. */
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
    const marked = withMark(this.#entry, values)
    const answer = this.found(authorizedWrite(statement), marked.values).then((found) => {
      if (marked.isAnsweredBy(found)) return found
      throw new LostSynchronization('the answer was not to this question')
    })
    this.#authorization = ignoreUnhandled(answer.then((found) => this.#onAuthorized(authorizationIn(found))))
    return ignoreUnhandled(answer.then((found) => rowsIn<Row>(found)))
  }
}
