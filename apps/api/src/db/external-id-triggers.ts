import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/**
 * The triggers that copy the external ids of a table's records to `external_ids`; none for a table without such a column.
 * A unique column `external_id` is copied, too, as the id of the source `default`.
 */
export function externalIdTriggers(table: PgTable): string[] {
  const { name, columns } = getTableConfig(table)
  if (!columns.some((column) => column.name === 'external_ids')) return []
  const hasDefault = isUnique(table, 'external_id')
  const hasIds = (row: 'new' | 'old') =>
    `${row}.external_ids <> '[]'::jsonb${hasDefault ? ` or ${row}.external_id is not null` : ''}`
  const members = hasDefault ? 'external_ids, external_id' : 'external_ids'
  const events = [
    ['insert', 'insert', hasIds('new')],
    [
      'update',
      `update of ${members}`,
      `(${rowOf('new', members)}) is distinct from (${rowOf('old', members)})`,
    ],
    ['delete', 'delete', hasIds('old')],
  ]
  return events.map(
    ([event, when, condition]) =>
      `create or replace trigger "${name}_external_ids_${event}" after ${when} on "${name}" for each row when (${condition}) execute function commonhold_index_external_ids(${hasDefault ? `'external_id'` : ''})`,
  )
}

const rowOf = (row: string, members: string) =>
  members
    .split(', ')
    .map((member) => `${row}.${member}`)
    .join(', ')

/** True when the table has a unique index for the member. */
const isUnique = (table: PgTable, member: string) =>
  getTableConfig(table).indexes.some(
    ({ config }) => config.unique && config.name === `${getTableName(table)}__${member}__unique`,
  )
