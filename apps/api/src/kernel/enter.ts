import type { Access } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import type { Entered } from './context.ts'
import type { Slot } from './database.ts'
import { DeadlineExceeded } from './deadline.ts'
import type { ReadPool } from './read-pool.ts'
import { takeRows, type ValueRows } from './rows.ts'
import { fill, quiet, type Reader, type Statement, sqlStatement } from './statement.ts'
import type { AccessToken } from './tokens.ts'
import { Transaction } from './transaction.ts'

interface EnterRow {
  tenant_id: string | null
  project_id: string | null
  project_ids: string[] | null
  is_stale: boolean
}

/** What `enter` answers; `isStale` says that the session's last use should be noted. */
export interface Admission extends Entered {
  readonly isStale: boolean
}

/** Who wants to do what, in which tenant. */
export interface Entry {
  readonly token: AccessToken
  readonly tenantId: string | null
  readonly access: Access
}

/** The arguments of `commonhold_enter`, by the names that no column has. */
const names = ['enter.session', 'enter.user', 'enter.key', 'enter.expires', 'enter.tenant', 'enter.access']

const argumentsOf = ({ token, tenantId, access }: Entry): Record<string, string | null> => ({
  'enter.session': token.sessionId,
  'enter.user': token.userId,
  'enter.key': token.storedKeyId,
  'enter.expires': String(token.expires),
  'enter.tenant': tenantId,
  'enter.access': access === 'authenticated' ? null : access,
})

const admissionOf = (row: EnterRow): Admission => ({
  tenantId: row.tenant_id,
  projectId: row.project_id,
  projectIds: row.project_ids,
  isStale: row.is_stale,
})

/**
 * What the first row of an admitted read begins with, ahead of the columns of the read itself: the `EnterRow` as JSON,
 * the mark of the question, which must come back with its answer, and whether the read found a row.
 */
type Leading = readonly [admission: string, mark: string, isThere: true | null]

const LEADING = 3

const nothing = sqlStatement<unknown>(sql`select 1 as nothing`)

const admittedStatements = new WeakMap<Statement<unknown>, Statement<unknown>>()

/**
 * A read that admits itself: `enter` on the left of the join is evaluated before the read on its right. Should it ever
 * not be, the read sees no tenant's rows: see `tenancySettings`. The first row tells what `enter` said.
 */
function admitted(statement: Statement<unknown>): Statement<unknown> {
  const known = admittedStatements.get(statement)
  if (known) return known
  const first = statement.parameters.length + 1
  const numbers = names.map((_, at) => `$${first + at}`).join(', ')
  const onFirst = (column: string) =>
    `case when row_number() over () = 1 then entered.${column} end as ${column}`
  const text = `with entered as materialized (select to_json(e)::text as admission, $${first + names.length}::text as mark from commonhold_enter(${numbers}) e) select ${onFirst('admission')}, ${onFirst('mark')}, page.* from entered left join (select true as is_there, found.* from (${statement.text}) found) page on true`
  const parameters = [
    ...statement.parameters,
    ...names.map((name) => sql.placeholder(name)),
    sql.placeholder('enter.mark'),
  ]
  const made = { ...statement, text, parameters }
  admittedStatements.set(statement, made)
  return made
}

let marks = 0

/** A question and how to tell its answer from another's: a connection that has lost step would hand out somebody else's. */
function question(entry: Entry, values: Record<string, unknown>) {
  marks = (marks + 1) % Number.MAX_SAFE_INTEGER
  const mark = String(marks)
  return {
    values: { ...values, ...argumentsOf(entry), 'enter.mark': mark },
    isAnsweredBy: (found: ValueRows) => leadingOf(found)?.[1] === mark,
  }
}

const leadingOf = ([row]: ValueRows) => row as unknown as Leading | undefined

const admissionIn = (found: ValueRows) => admissionOf(JSON.parse(leadingOf(found)?.[0] ?? '{}'))

/** The rows of the read itself: where it found nothing, the join leaves one row that is not there. */
const rowsIn = <Row>(found: ValueRows): Row[] =>
  leadingOf(found)?.[2] ? (takeRows(found, LEADING) as Row[]) : []

/** The connections for quick reads, and those for reads that may take long. */
export interface ReadPools {
  readonly reads: ReadPool
  readonly searches: ReadPool
}

/** Reads for a request, each admitted by its own statement. */
export class AdmittedReader implements Reader {
  readonly #pools: ReadPools
  readonly #entry: Entry
  readonly #tell: (admission: Admission) => Admission
  #admission: Promise<Admission> | undefined

  constructor(pools: ReadPools, entry: Entry, tell: (admission: Admission) => Admission) {
    this.#pools = pools
    this.#entry = entry
    this.#tell = tell
  }

  /** What the first read was told; asks for itself where nothing was read yet. */
  entered(): Promise<Admission> {
    if (!this.#admission) void this.run(nothing)
    return this.#admission ?? Promise.reject(new Error('the read was not sent'))
  }

  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    const asked = question(this.#entry, values)
    const { text, parameters, prepare, isSearch } = admitted(statement)
    const pool = isSearch ? this.#pools.searches : this.#pools.reads
    const answer = pool.query(text, fill(parameters, asked.values), prepare, asked.isAnsweredBy)
    this.#admission ??= quiet(answer.then((found) => this.#tell(admissionIn(found))))
    return quiet(answer.then((found) => rowsIn<Row>(found)))
  }

  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return quiet(this.run(statement, values).then((rows) => rows[0]))
  }
}

/** The transaction of a request's write: the first statement that it sends admits it. */
export class AdmittedTransaction extends Transaction {
  readonly #entry: Entry
  readonly #tell: (admission: Admission) => Admission
  #admission: Promise<Admission> | undefined

  constructor(slot: Slot, head: string, entry: Entry, tell: (admission: Admission) => Admission) {
    super(slot, head)
    this.#entry = entry
    this.#tell = tell
  }

  /** What the first statement was told; asks for itself where nothing was sent yet. */
  entered(): Promise<Admission> {
    if (!this.#admission) void this.run(nothing)
    return this.#admission ?? Promise.reject(new Error('the check was not sent'))
  }

  override run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    if (this.#admission) return super.run(statement, values)
    if (!statement.text.startsWith('select')) {
      void this.entered()
      return super.run(statement, values)
    }
    const asked = question(this.#entry, values)
    const answer = this.found(admitted(statement), asked.values).then((found) => {
      if (asked.isAnsweredBy(found)) return found
      throw new DeadlineExceeded('the answer was not to this question')
    })
    this.#admission = quiet(answer.then((found) => this.#tell(admissionIn(found))))
    return quiet(answer.then((found) => rowsIn<Row>(found)))
  }
}
