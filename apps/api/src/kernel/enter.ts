import type { Access } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import type { Entered } from './context.ts'
import type { ReadPool } from './read-pool.ts'
import { fill, quiet, type Reader, type Statement, sqlStatement } from './statement.ts'
import type { AccessToken } from './tokens.ts'

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

const parameters = ({ token, tenantId, access }: Entry): (string | null)[] => [
  token.sessionId,
  token.userId,
  token.storedKeyId,
  String(token.expires),
  tenantId,
  access === 'authenticated' ? null : access,
]

const enterStatement = sqlStatement<EnterRow>(
  sql`select * from commonhold_enter(${sql.placeholder('0')}, ${sql.placeholder('1')}, ${sql.placeholder('2')}, ${sql.placeholder('3')}, ${sql.placeholder('4')}, ${sql.placeholder('5')})`,
)

/** Sends the check of session, tenant and permission, and enters the tenant. Rejects where one of them fails. */
export async function enter(reader: Reader, entry: Entry): Promise<Admission> {
  const row = await reader.first(enterStatement, { ...parameters(entry) })
  if (!row) throw new Error('commonhold_enter returned no row')
  return admissionOf(row)
}

const admissionOf = (row: EnterRow): Admission => ({
  tenantId: row.tenant_id,
  projectId: row.project_id,
  projectIds: row.project_ids,
  isStale: row.is_stale,
})

interface AdmittedRow {
  /** The `EnterRow` as JSON; null below the first row. */
  readonly admission: string | null
  readonly is_there: true | null
  /** The mark of the question, which must come back with its answer; null below the first row. */
  readonly mark: string | null
}

const nothing = sqlStatement<unknown>(sql`select 1 as nothing`)

const admittedTexts = new WeakMap<Statement<unknown>, string>()

/**
 * The text of a read that admits itself: `enter` on the left of the join is evaluated before the read on its right.
 * Should it ever not be, the read sees no tenant's rows: see `read-pool.ts`. The first row tells what `enter` said.
 */
function admittedText(statement: Statement<unknown>): string {
  const known = admittedTexts.get(statement)
  if (known) return known
  const first = statement.parameters.length + 1
  const numbers = [0, 1, 2, 3, 4, 5].map((offset) => `$${first + offset}`).join(', ')
  const onFirst = (column: string) =>
    `case when row_number() over () = 1 then entered.${column} end as ${column}`
  const text = `with entered as materialized (select to_json(e)::text as admission, $${first + 6}::text as mark from commonhold_enter(${numbers}) e) select ${onFirst('admission')}, ${onFirst('mark')}, page.* from entered left join (select true as is_there, found.* from (${statement.text}) found) page on true`
  admittedTexts.set(statement, text)
  return text
}

/** The connections for quick reads, and those for reads that may take long. */
export interface ReadPools {
  readonly reads: ReadPool
  readonly searches: ReadPool
}

let marks = 0

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
    marks = (marks + 1) % Number.MAX_SAFE_INTEGER
    const mark = String(marks)
    const pool = statement.isSearch ? this.#pools.searches : this.#pools.reads
    const rows = pool.query(
      admittedText(statement),
      [...fill(statement.parameters, values), ...parameters(this.#entry), mark],
      statement.prepare,
      // A connection that has lost step would hand out somebody else's answer.
      ([row]) => (row as AdmittedRow | undefined)?.mark === mark,
    )
    this.#admission ??= quiet(
      rows.then(([row]) =>
        this.#tell(admissionOf(JSON.parse((row as AdmittedRow | undefined)?.admission ?? '{}'))),
      ),
    )
    // Where the read found nothing the join leaves one row that is not there.
    return quiet(
      rows.then((found) => ((found[0] as AdmittedRow | undefined)?.is_there ? found : []) as Row[]),
    )
  }

  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return quiet(this.run(statement, values).then((rows) => rows[0]))
  }
}
