import type { Period } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { tenantId } from '../db/tenant.ts'
import type { Store } from './store.ts'

/** A member by which the records of a list are counted. Days and timestamps are grouped by a period. */
export interface GroupKey {
  readonly member: string
  readonly period: Period | undefined
}

/** One group: the common values of its records, and how many there are. */
export type Group = Readonly<Record<string, unknown>> & { readonly count: number }

/** Makes a list count its records in groups instead of returning a page. */
export interface Grouping {
  readonly by: readonly GroupKey[]
  /** Null for the time zone of the tenant. */
  readonly timezone: string | null
  /** Receives the groups, the largest first; `MOST_GROUPS` + 1 of them if there are more than `MOST_GROUPS`. */
  answer(groups: readonly Group[]): void
}

export const MOST_GROUPS = 1_000

const zone = sql`coalesce(${sql.placeholder('group.timezone')},
  (select timezone from tenants where id = ${tenantId}), 'UTC')`

/** The value by which a row is grouped. */
function keyOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  { member, period }: GroupKey,
): SQL {
  const { computed } = store.spec
  const expression = computed && member in computed ? computed[member]?.sql : undefined
  const value = expression ?? store.shownUsers()[member] ?? sql`${store.column(member)}`
  if (period === undefined) return value
  const isMoment = (store.columns[member] as PgColumn | undefined)?.getSQLType().startsWith('timestamp')
  const local = isMoment ? sql`${value} at time zone ${zone}` : sql`${value}::timestamp`
  return sql`to_char(date_trunc('${sql.raw(period)}', ${local}), 'YYYY-MM-DD')`
}

/** The statement that counts rows in groups; `parts` are the conditions of the parts of the list. */
export function groupedQuery<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  by: readonly GroupKey[],
  parts: readonly SQL[],
): SQL {
  const names = by.map(({ member }) => sql.raw(`"${member}"`))
  const keys = by.map((key, at) => sql`${keyOf(store, key)} as ${names[at]}`)
  const selected = keys.length === 0 ? sql`1` : sql.join(keys, sql`, `)
  const rows = parts.map((part) => sql`select ${selected} from ${store.from()} where ${part}`)
  const counted = sql`(${sql.join(rows, sql` union all `)}) counted`
  if (names.length === 0) return sql`select count(*)::int as count from ${counted}`
  const grouped = sql.join(names, sql`, `)
  return sql`select ${grouped}, count(*)::int as count from ${counted}
    group by ${grouped} order by count(*) desc, ${grouped} limit ${sql.raw(String(MOST_GROUPS + 1))}`
}
