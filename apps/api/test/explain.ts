import type postgres from 'postgres'
import { localSettings, tenancySettings } from '../src/db/database.ts'
import { planningOf } from '../src/db/read-pool.ts'
import { fill, type Reader, type Statement } from '../src/db/statement.ts'
import { RUNTIME_ROLE } from '../src/db/tenancy.ts'

interface Node {
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Node[]
}

const thrownAway = (node: Node): number =>
  (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, part) => sum + thrownAway(part), 0)

/** The number of rows that the scans of tables and indexes returned. */
const handedOn = (node: Node): number =>
  node.Plans
    ? node.Plans.reduce((sum, part) => sum + handedOn(part), 0)
    : node['Actual Rows'] * node['Actual Loops']

/** A parameter as an SQL literal; `execute` accepts no parameters of the protocol. */
const literalOf = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`)

/**
 * Runs reads as the service does, planned before the tenant is set. `wasted` counts the rows that were read and discarded,
 * which a fitting index would have skipped; `read` counts the rows that were used.
 */
export class ExplainingReader implements Reader {
  wasted = 0
  read = 0
  readonly #sql: postgres.Sql
  readonly #tenantId: string
  readonly #userId: string

  /** Reads as a user of the tenant. */
  constructor(sql: postgres.Sql, tenantId: string, userId: string) {
    this.#sql = sql
    this.#tenantId = tenantId
    this.#userId = userId
  }

  async run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    const parameters = fill(statement.parameters, values, this.#tenantId)
    const entered = `with entered as materialized (select set_config('app.tenant_id', '${this.#tenantId}', true), set_config('app.user_id', '${this.#userId}', true))`
    const rows = await this.#sql.begin(async (sql) => {
      const settings = localSettings({
        ...tenancySettings,
        ...planningOf(statement.pool ?? 'read'),
        'app.user_id': this.#userId,
      })
      await sql.unsafe(`set local role ${RUNTIME_ROLE}; ${settings}`)
      await sql.unsafe(
        `prepare explained as ${entered} select page.* from entered left join (${statement.text}) page on true`,
      )
      const types = parameters.length > 0 ? `(${parameters.map(literalOf).join(', ')})` : ''
      const [plan] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(
        `explain (analyze, timing off, format json) execute explained${types}`,
      )
      await sql.unsafe('deallocate explained')
      this.wasted += plan ? thrownAway(plan['QUERY PLAN'][0].Plan) : 0
      this.read += plan ? handedOn(plan['QUERY PLAN'][0].Plan) : 0
      await sql.unsafe(
        `select commonhold_select_tenant('${this.#tenantId}'), set_config('app.user_id', '${this.#userId}', true)`,
      )
      return sql.unsafe(statement.text, parameters)
    })
    // The driver does not type the columns that the statement selects.
    return [...rows] as Row[]
  }

  async first<Row>(
    statement: Statement<Row>,
    values: Record<string, unknown> = {},
  ): Promise<Row | undefined> {
    return (await this.run(statement, values))[0]
  }
}
