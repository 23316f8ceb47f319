import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import { tenantId } from '../../db/tenant.ts'
import type { ValueColumn } from './issue-values.rules.ts'

/** Values that match up to which they are looked up first, and their issues by their ids. */
const MOST_GATHERED = 1_000

/** Values of a field that are looked for. The placeholders begin with `name`: `.field`, and one for each requested bound. */
export interface FieldMatch {
  readonly name: string
  /** Undefined where any value will do. */
  readonly column: ValueColumn | undefined
  readonly asked: {
    /** One of these. */
    readonly any?: readonly unknown[]
    /** From here on. */
    readonly gte?: unknown
    /** Before this. */
    readonly lt?: unknown
  }
}

/** Distinguishes matches whose SQL differs. */
export const shapeOf = ({ name, column, asked }: FieldMatch) =>
  [name, column?.name, ...Object.keys(asked)].join(' ')

/** The values of the placeholders of a match. */
export const valuesOf = ({ name, asked }: FieldMatch, fieldId: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...asked, field: fieldId }).map(([member, value]) => [`${name}.${member}`, value]),
  )

/** The condition that a value, in the rows of this name, is one that is looked for. */
export function isMatch(rows: string, { name, column, asked }: FieldMatch): SQL {
  if (!column) return sql`true`
  const member = sql.raw(`${rows}.${column.name}`)
  const given = (what: string, type = '') =>
    sql`${sql.placeholder(`${name}.${what}`)}::${sql.raw(column.sqlType + type)}`
  return sql.join(
    [
      ...(asked.any === undefined ? [] : [sql`${member} = any(${given('any', '[]')})`]),
      ...(asked.gte === undefined ? [] : [sql`${member} >= ${given('gte')}`]),
      ...(asked.lt === undefined ? [] : [sql`${member} < ${given('lt')}`]),
    ],
    sql` and `,
  )
}

const matching = (match: FieldMatch) => sql`issue_field_values v
  where v.tenant_id = ${tenantId} and v.field_id = ${sql.placeholder(`${match.name}.field`)}
    and ${isMatch('v', match)}`

/** True of the ids of issues that have such a value: the values are gathered beforehand. */
export const isAmong = (id: string, match: FieldMatch) =>
  sql`${sql.raw(id)} = any(array(select v.issue_id from ${matching(match)}))`

/** The same condition, checked issue by issue in their order: `offset 0` keeps the planner from gathering. */
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

/** True where few values match. How many do the planner cannot know: it plans before it sees tenant and values. */
export async function isNarrow(reader: Reader, match: FieldMatch, fieldId: string): Promise<boolean> {
  const found = await reader.first(probeOf(match), valuesOf(match, fieldId))
  return (found?.count ?? 0) <= MOST_GATHERED
}
