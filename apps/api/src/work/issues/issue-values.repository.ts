import type { IssueFieldType } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { visible } from '../projects/visibility.repository.ts'
import { FOUND_TEXT_LENGTH, storedIn, type ValueColumn, valueColumns } from './issue-values.rules.ts'

const dropValues = sqlStatement<unknown>(sql`
  delete from issue_field_values where tenant_id = ${tenantId}
     and issue_id = ${sql.placeholder('issue_id')} and field_id = ${sql.placeholder('field_id')}`)

const addValue = (columns: string, values: string) =>
  sqlStatement<unknown>(sql`
  insert into issue_field_values (tenant_id, issue_id, field_id, field_type, ordinal, ${sql.raw(columns)})
  select ${tenantId}, ${sql.placeholder('issue_id')}, ${sql.placeholder('field_id')}, ${sql.placeholder('field_type')}, at, ${sql.raw(values)}
    from unnest(${sql.placeholder('values')}::text[]) with ordinality v(value, at)`)

const addText = addValue('text_value', `left(value, ${FOUND_TEXT_LENGTH + 1})`)
const addOption = addValue('text_value, option_key', 'value, value')
const adders: Readonly<Partial<Record<IssueFieldType, typeof addText>>> = {
  integer: addValue('number_value', 'value::double precision'),
  decimal: addValue('number_value', 'value::double precision'),
  boolean: addValue('boolean_value', 'value::boolean'),
  date: addValue('date_value', 'value::date'),
  datetime: addValue('time_value', 'value::timestamptz'),
  select: addOption,
  multi_select: addOption,
}

/** Replaces the values of a custom field of an issue. */
export function replaceFieldValues(
  tx: Transaction,
  issue_id: string,
  field_id: string,
  field_type: IssueFieldType,
  values: readonly unknown[],
): Promise<unknown> {
  const dropped = tx.run(dropValues, { issue_id, field_id })
  if (values.length === 0) return dropped
  // A value without a column also gets a row, because the row shows that the field is in use.
  const stored = valueColumns[field_type] ? values.map(String) : ['']
  const added = tx.run(adders[field_type] ?? addText, { issue_id, field_id, field_type, values: stored })
  return Promise.all([dropped, added])
}

const usedWhere = (condition: SQL) =>
  sqlStatement<unknown>(sql`
  select 1 from issue_field_values v join issues i on i.tenant_id = v.tenant_id and i.id = v.issue_id
   where v.tenant_id = ${tenantId} and v.field_id = ${sql.placeholder('field_id')} and ${condition}
     and v.issue_id <> ${sql.placeholder('issue_id')}
     and i.custom_fields -> (select f.key from issue_fields f where f.id = ${sql.placeholder('field_id')} and ${visible('f')}) = ${sql.placeholder('value')}::text::jsonb
   limit 1`)

/** Searches the column, so that its index is used. The column may contain only the beginning of a text. */
const usedIn = ({ name, sqlType }: ValueColumn) =>
  usedWhere(sql`${sql.raw(`v.${name}`)} = ${sql.placeholder('found')}::text::${sql.raw(sqlType)}`)
const usedValue = {
  text_value: usedIn(storedIn.text_value),
  number_value: usedIn(storedIn.number_value),
  boolean_value: usedIn(storedIn.boolean_value),
  date_value: usedIn(storedIn.date_value),
  time_value: usedIn(storedIn.time_value),
}
const usedAtAll = usedWhere(sql`true`)

/**
 * True if another issue of the tenant has the value. Takes an advisory lock, so checks of the same field wait for each other.
 */
export async function isUsed(
  tx: Transaction,
  { id: field_id, type }: { readonly id: string; readonly type: IssueFieldType },
  value: unknown,
  issue_id: string,
): Promise<boolean> {
  void lockAdvisory(tx, `issue_field ${field_id}`)
  const column = Array.isArray(value) ? undefined : valueColumns[type]
  const same = { field_id, issue_id, value: JSON.stringify(value) }
  const used = column
    ? tx.first(usedValue[column.name], { ...same, found: foundBy(String(value)) })
    : tx.first(usedAtAll, same)
  return (await used) !== undefined
}

/** The beginning of a text that the column `text_value` contains. */
const foundBy = (text: string) =>
  Array.from(text)
    .slice(0, FOUND_TEXT_LENGTH + 1)
    .join('')
