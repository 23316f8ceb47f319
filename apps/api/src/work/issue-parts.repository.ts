import type { IssueFieldType } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { nextNumber } from '../kernel/counters.ts'
import { newId } from '../kernel/ids.ts'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

const dropLabels = sqlStatement<unknown>(sql`
  delete from issue_labels where tenant_id = current_setting('app.tenant_id') and issue_id = ${sql.placeholder('id')}
     and label <> all(${sql.placeholder('labels')}::text[])`)
const addLabels = sqlStatement<unknown>(sql`
  insert into issue_labels (issue_id, label) select distinct ${sql.placeholder('id')}, label
    from unnest(${sql.placeholder('labels')}::text[]) label on conflict do nothing`)

/** Gives an issue these labels and no others. */
export function setLabels(tx: Transaction, id: string, labels: readonly string[]): Promise<unknown> {
  return Promise.all([tx.run(dropLabels, { id, labels }), tx.run(addLabels, { id, labels })])
}

const dropAssets = sqlStatement<unknown>(sql`
  delete from issue_assets where tenant_id = current_setting('app.tenant_id') and issue_id = ${sql.placeholder('id')}
     and asset_id <> all(${sql.placeholder('ids')}::text[])`)
const addAssets = sqlStatement<unknown>(sql`
  insert into issue_assets (issue_id, asset_id) select distinct ${sql.placeholder('id')}, asset_id
    from unnest(${sql.placeholder('ids')}::text[]) asset_id on conflict do nothing`)

/** Makes an issue concern these assets and no others. */
export function setAssets(tx: Transaction, id: string, ids: readonly string[]): Promise<unknown> {
  return Promise.all([tx.run(dropAssets, { id, ids }), tx.run(addAssets, { id, ids })])
}

const dropItems = sqlStatement<unknown>(sql`
  delete from issue_configuration_items where tenant_id = current_setting('app.tenant_id') and issue_id = ${sql.placeholder('id')}
     and configuration_item_id <> all(${sql.placeholder('ids')}::text[])`)
const addItems = sqlStatement<unknown>(sql`
  insert into issue_configuration_items (issue_id, configuration_item_id) select distinct ${sql.placeholder('id')}, configuration_item_id
    from unnest(${sql.placeholder('ids')}::text[]) configuration_item_id on conflict do nothing`)

/** Makes an issue concern these configuration items and no others. */
export function setItems(tx: Transaction, id: string, ids: readonly string[]): Promise<unknown> {
  return Promise.all([tx.run(dropItems, { id, ids }), tx.run(addItems, { id, ids })])
}

const touch = sqlStatement<unknown>(sql`
  update issues set version = version + 1, updated_at = now()
   where tenant_id = current_setting('app.tenant_id') and id = ${sql.placeholder('id')}`)

/** Counts a change that is not in the issue's own row. */
export const touchIssue = (tx: Transaction, id: string) => tx.run(touch, { id })

const watch = sqlStatement<{ id: string }>(sql`
  insert into issue_watchers (issue_id, id, reason)
  select ${sql.placeholder('issue_id')}, ${sql.placeholder('id')}, ${sql.placeholder('reason')}
  on conflict do nothing returning id`)

/** Makes a user watch an issue; true unless the user did already. */
export async function addWatcher(
  tx: Transaction,
  issue_id: string,
  id: string,
  reason: 'manual' | 'reporter' | 'assignee' | 'commenter',
): Promise<boolean> {
  return (await tx.first(watch, { issue_id, id, reason })) !== undefined
}

const addActivity = sqlStatement<unknown>(sql`
  insert into issue_activities (id, issue_id, type, visibility, data)
  values (${sql.placeholder('id')}, ${sql.placeholder('issue_id')}, ${sql.placeholder('type')},
          ${sql.placeholder('visibility')}, ${sql.placeholder('data')}::text::jsonb)`)

/** Something that somebody did around an issue. */
export interface Deed {
  readonly type: string
  readonly visibility?: 'public' | 'internal'
  readonly data?: Readonly<Record<string, unknown>>
}

/** Notes in the activity of an issue what the user of the request did. */
export const noteActivity = (tx: Transaction, issueId: string, deeds: readonly Deed[]) =>
  Promise.all(
    deeds.map(({ type, visibility = 'public', data = {} }) =>
      tx.run(addActivity, { id: newId(), issue_id: issueId, type, visibility, data: JSON.stringify(data) }),
    ),
  )

/** The next number of the tenant's issues in a project. */
export const newNumber = (tx: Transaction, projectId: string) => nextNumber(tx, `issue ${projectId}`)

const dropValues = sqlStatement<unknown>(sql`
  delete from issue_field_values where tenant_id = current_setting('app.tenant_id')
     and issue_id = ${sql.placeholder('issue_id')} and field_id = ${sql.placeholder('field_id')}`)

const addValue = (column: string, value: string) =>
  sqlStatement<unknown>(sql`
  insert into issue_field_values (issue_id, field_id, field_type, ordinal, ${sql.raw(column)})
  select ${sql.placeholder('issue_id')}, ${sql.placeholder('field_id')}, ${sql.placeholder('field_type')}, at, ${sql.raw(value)}
    from unnest(${sql.placeholder('values')}::text[]) with ordinality v(value, at)`)

const addText = addValue('text_value', 'value')
const addOption = addValue('text_value, option_key', 'value, value')
const adders: Partial<Record<IssueFieldType, typeof addText>> = {
  integer: addValue('number_value', 'value::double precision'),
  decimal: addValue('number_value', 'value::double precision'),
  boolean: addValue('boolean_value', 'value::boolean'),
  date: addValue('date_value', 'value::date'),
  datetime: addValue('time_value', 'value::timestamptz'),
  select: addOption,
  multi_select: addOption,
}
/** Types whose values are read and not searched by value. */
const unlisted: readonly IssueFieldType[] = ['json', 'long_text']

/** Gives a custom field of an issue these values and no others. */
export function replaceFieldValues(
  tx: Transaction,
  issue_id: string,
  field_id: string,
  field_type: IssueFieldType,
  values: readonly unknown[],
): Promise<unknown> {
  const dropped = tx.run(dropValues, { issue_id, field_id })
  if (values.length === 0) return dropped
  // A value that is only read leaves a row all the same: the field is in use.
  const texts = unlisted.includes(field_type) ? [''] : values.map(String)
  const added = tx.run(adders[field_type] ?? addText, { issue_id, field_id, field_type, values: texts })
  return Promise.all([dropped, added])
}

const taken = sqlStatement<unknown>(sql`
  select 1 from issues i where i.tenant_id = current_setting('app.tenant_id') and i.id <> ${sql.placeholder('issue_id')}
     and i.id in (select v.issue_id from issue_field_values v where v.tenant_id = current_setting('app.tenant_id')
                     and v.field_id = ${sql.placeholder('field_id')})
     and i.custom_fields -> (select f.key from issue_fields f where f.id = ${sql.placeholder('field_id')}) = ${sql.placeholder('value')}::text::jsonb
   limit 1`)

/** True where another issue of the tenant has the value; whoever asks for the same field waits until this one is done. */
export async function isTaken(
  tx: Transaction,
  field_id: string,
  value: unknown,
  issue_id: string,
): Promise<boolean> {
  await nextNumber(tx, `issue_field ${field_id}`)
  return (await tx.first(taken, { field_id, value: JSON.stringify(value), issue_id })) !== undefined
}
