import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { StatementCache } from '../db/statement-cache.ts'
import { tenantId } from '../db/tenant.ts'
import { withAuditEntries } from './audit.ts'
import type { WriteContext } from './context.ts'
import type { Columns } from './list.ts'
import type { Store } from './store.ts'
import { auditedColumns } from './store-spec.ts'

const statements = new StatementCache<unknown>()

/**
 * Writes audit entries for the deletion of a record's parts, whose `member` refers to it. Call it while the record is locked and
 * before it is deleted; the foreign key then deletes the parts.
 */
export const recordParts = <T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  member: string,
  id: string,
): Promise<void> => recordRemoval(context, store, member, { parent_id: id })

/** Like `recordParts`, for all records of the store in the selected tenant. */
export const recordAll = <T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
): Promise<void> => recordRemoval(context, store, undefined, {})

async function recordRemoval<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  member: string | undefined,
  values: Record<string, unknown>,
): Promise<void> {
  const { table, record: recordType } = store.spec
  const entry = context.auditValues({ action: 'deleted', recordType })
  if (!entry) return
  const recording = statements.shaped(`${recordType} by ${member}`, () =>
    withAuditEntries(sql`
      select ${store.column('id')} as record_id, ${lastVersion(store.columns)} as version, ${lastValues(store.columns)} as changes from ${table}
       where ${and(
         sql`${store.column('tenant_id')} = ${tenantId}`,
         member === undefined ? undefined : store.names(member, 'parent_id'),
       )}`),
  )
  await context.tx.run(recording, { ...entry, ...values })
}

/** The version of a row; null if rows have none. */
const lastVersion = ({ version }: Columns): SQL => (version ? sql`${version}` : sql`null::integer`)

/** The former values of a row as changes to null; members that were null are left out. */
function lastValues(columns: Columns): SQL {
  const changes = auditedColumns(columns).map(
    ([name, column]) =>
      sql`${sql.raw(`'{"field":"${name}","to":null,"from":'`)} || to_json(${asRecorded(column)})::text || '}'`,
  )
  return sql`('[' || concat_ws(',', ${sql.join(changes, sql`, `)}) || ']')::jsonb`
}

/** Timestamps are recorded in UTC, to the millisecond. */
const asRecorded = (column: PgColumn) =>
  column.getSQLType().startsWith('timestamp')
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`${column}`
