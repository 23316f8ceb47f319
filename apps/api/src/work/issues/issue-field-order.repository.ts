import { issueColumns } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn, pgTable, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../db/columns.ts'
import { tenantId } from '../../db/tenant.ts'
import type { ReadContext } from '../../store/context.ts'
import { readCursor, writeCursor } from '../../store/cursor.ts'
import type { ListQuery } from '../../store/list.ts'
import { readPage } from '../../store/listing.ts'
import type { Scope } from '../../store/page-statements.ts'
import { DEFAULT_LIMIT, type Page } from '../../store/paging.ts'
import type { FieldOrder } from './issue-field-filters.repository.ts'
import { freeTextTypes, issueFieldValues } from './issue-parts.table.ts'
import type { ValueColumn } from './issue-values.rules.ts'
import { type IssueRow, issueStore } from './issues.store.ts'
import { JoinedIssues } from './joined-issues.store.ts'

const FIELD = 'order_field'

/**
 * The values of a field in the order of their index, each joined with its issue. `offset 0` prevents the planner from reading
 * the issues first, whatever number of issues it estimates.
 */
const valued = (column: PgColumn, condition: SQL = sql`true`) =>
  new JoinedIssues(
    { [column.name]: column },
    sql`(select v.issue_id as valued_id, v.${sql.identifier(column.name)} from issue_field_values v
          where v.tenant_id = ${tenantId} and v.field_id = ${sql.placeholder(FIELD)}
            and v.${sql.identifier(column.name)} is not null and ${condition}) issue_field_values
        join lateral (select * from issues i where i.tenant_id = ${tenantId}
            and i.id = issue_field_values.valued_id offset 0) issues on issues.id = issue_field_values.valued_id`,
  )

const stores: Readonly<Record<ValueColumn['name'], JoinedIssues>> = {
  text_value: valued(issueFieldValues.text_value),
  number_value: valued(issueFieldValues.number_value),
  boolean_value: valued(issueFieldValues.boolean_value),
  date_value: valued(issueFieldValues.date_value),
  time_value: valued(issueFieldValues.time_value),
}

/** The column `text_value` declared as `text()`, whose values are sorted like names. */
const { text_value: name } = pgTable('issue_field_values', { text_value: text() })

const freeTexts = valued(name, isOneOf('field_type', freeTextTypes))

/** Free texts are sorted like names; keys and ids are sorted by their bytes. */
const storeOf = ({ field, column }: Pick<FieldOrder, 'field' | 'column'>) =>
  freeTextTypes.includes(field.type) ? freeTexts : stores[column.name]

const isWithout = sql`not exists (select from issue_field_values v
  where v.tenant_id = issues.tenant_id and v.issue_id = issues.id and v.field_id = ${sql.placeholder(FIELD)})`

/** A cursor of issues without a value begins with one of these characters, which other cursors do not contain. */
const START = '.'
const WITHOUT = '~'

/**
 * One page of issues sorted by a custom field. Issues with a value come first, in the order of the index of values, then
 * issues without a value.
 */
export async function listByField(
  context: ReadContext,
  { cursor, count, limit = DEFAULT_LIMIT, sort = [], ...query }: ListQuery,
  scope: Scope | undefined,
  { field, column, conditions: ofField, isValued }: FieldOrder,
): Promise<Page<IssueRow>> {
  const [first = '', ...further] = sort
  const sign = first.startsWith('-') ? '-' : ''
  const bound = { ...scope?.values, order: `${sign}${field.id}` }
  const values = { ...scope?.values, [FIELD]: field.id }
  const conditions = scope?.condition ? sql`${scope.condition} and ${isWithout}` : isWithout
  const { tenantId } = await context.authorized()
  const binding = JSON.stringify([tenantId, query, further, bound])
  const total = count ? await countOf(context, query, scope) : undefined
  const withValue = (more: ListQuery) =>
    readPage(
      storeOf({ field, column }),
      context,
      issueColumns,
      { ...query, sort: [sign + column.name, ...further], ...more },
      {
        name: `${scope?.name} by`,
        condition: sql.join([sql`true`, ...ofField], sql` and `),
        values,
        bound,
      },
    )
  const withoutValue = (more: ListQuery) =>
    readPage(
      issueStore,
      context,
      issueColumns,
      { ...query, sort: further.length > 0 ? further : [`${sign}id`], ...more },
      { name: `${scope?.name} without`, condition: conditions, values, bound },
    )
  const marked = ({ rows, nextCursor }: Page<IssueRow>): Page<IssueRow> => ({
    rows,
    nextCursor: nextCursor && WITHOUT + nextCursor,
    total,
  })
  if (cursor?.startsWith(START)) {
    readCursor(cursor.slice(START.length), []).assertBoundTo(binding)
    return marked(await withoutValue({ limit }))
  }
  if (cursor?.startsWith(WITHOUT))
    return marked(await withoutValue({ limit, cursor: cursor.slice(WITHOUT.length) }))
  const page = await withValue({ limit, ...(cursor === undefined ? {} : { cursor }) })
  if (page.nextCursor || isValued) return { ...page, total }
  const room = limit - page.rows.length
  const rest = await withoutValue({ limit: Math.max(1, room) })
  if (room > 0) return { ...marked(rest), rows: [...page.rows, ...rest.rows] }
  const nextCursor = rest.rows.length > 0 ? START + writeCursor(binding, []) : undefined
  return { rows: page.rows, nextCursor, total }
}

/** The number of issues that match, which does not depend on the sort order. */
async function countOf(context: ReadContext, query: ListQuery, scope: Scope | undefined) {
  const { total } = await readPage(
    issueStore,
    context,
    issueColumns,
    { ...query, count: true, limit: 1 },
    scope,
  )
  return total
}
