import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import { tenantId } from '../../db/tenant.ts'
import type { ValueColumn } from './issue-values.rules.ts'

/** Up to this number of matching values, the values are read first, and then the issues by their ids. */
const MOST_GATHERED = 1_000

/**
 * A filter on the values of a field. Its placeholders begin with `name`: `<name>.field`, and one for each member of `operands`.
 */
export interface FieldMatch {
  readonly name: string
  /** Undefined if every value matches. */
  readonly column: ValueColumn | undefined
  readonly operands: {
    /** The value is one of these. */
    readonly any?: readonly unknown[]
    /** The value is not less than this. */
    readonly gte?: unknown
    /** The value is less than this. */
    readonly lt?: unknown
  }
}

/** A key that is equal for filters with the same SQL. */
export const shapeOf = ({ name, column, operands }: FieldMatch) =>
  [name, column?.name, ...Object.keys(operands)].join(' ')

/** The values of the placeholders of a filter. */
export const valuesOf = ({ name, operands }: FieldMatch, fieldId: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...operands, field: fieldId }).map(([member, value]) => [`${name}.${member}`, value]),
  )

/** SQL that is true if a value in `rows` matches the filter. */
export function isMatch(rows: string, { name, column, operands }: FieldMatch): SQL {
  if (!column) return sql`true`
  const member = sql.raw(`${rows}.${column.name}`)
  const given = (what: string, type = '') =>
    sql`${sql.placeholder(`${name}.${what}`)}::${sql.raw(column.sqlType + type)}`
  return sql.join(
    [
      ...(operands.any === undefined ? [] : [sql`${member} = any(${given('any', '[]')})`]),
      ...(operands.gte === undefined ? [] : [sql`${member} >= ${given('gte')}`]),
      ...(operands.lt === undefined ? [] : [sql`${member} < ${given('lt')}`]),
    ],
    sql` and `,
  )
}

const matching = (match: FieldMatch) => sql`issue_field_values v
  where v.tenant_id = ${tenantId} and v.field_id = ${sql.placeholder(`${match.name}.field`)}
    and ${isMatch('v', match)}`

/** SQL that is true for the id of an issue with a matching value. The database reads all matching values first. */
export const isAmong = (id: string, match: FieldMatch) =>
  sql`${sql.raw(id)} = any(array(select v.issue_id from ${matching(match)}))`

/** The same condition, checked for each issue in turn: `offset 0` prevents the planner from reading all values first. */
export const hasMatch = (match: FieldMatch) =>
  sql`exists (select from issue_field_values v where v.tenant_id = issues.tenant_id and v.issue_id = issues.id
    and v.field_id = ${sql.placeholder(`${match.name}.field`)} and ${isMatch('v', match)} offset 0)`

const probes = new StatementCache<{ count: number }>()

const probeOf = (match: FieldMatch) =>
  probes.shaped(shapeOf(match), () =>
    sqlStatement<{ count: number }>(
      sql`select count(*)::int as count from (select 1 from ${matching(match)} limit ${sql.raw(String(MOST_GATHERED + 1))}) found`,
    ),
  )

/** True if at most 1000 values match. The planner cannot estimate this, because it plans without the tenant and the values. */
export async function isNarrow(reader: Reader, match: FieldMatch, fieldId: string): Promise<boolean> {
  const found = await reader.first(probeOf(match), valuesOf(match, fieldId))
  return (found?.count ?? 0) <= MOST_GATHERED
}
