import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { externalIds } from './external-ids.table.ts'

/** An external id, such as `jamf:243`, of a record of a kind: the name of its table. */
export interface ExternalName {
  readonly kind: string
  readonly name: string
}

const finding = sqlStatement<ExternalName & { readonly id: string }>(
  sql`select e.kind, e.external_id as name, e.record_id as id
    from unnest(${sql.placeholder('kinds')}::text[], ${sql.placeholder('names')}::text[]) as requested (kind, name)
    join ${externalIds} e on e.tenant_id = ${tenantId} and e.kind = requested.kind and e.external_id = requested.name`,
)

/** Finds records of the selected tenant by external ids. The result is a function that returns the id of a record. */
export async function findByExternalIds(
  reader: Reader,
  named: readonly ExternalName[],
): Promise<(named: ExternalName) => string | undefined> {
  const kinds = named.map(({ kind }) => kind)
  const names = named.map(({ name }) => name)
  const rows = named.length === 0 ? [] : await reader.run(finding, { kinds, names })
  const ids = new Map(rows.map(({ kind, name, id }) => [`${kind} ${name}`, id]))
  return ({ kind, name }) => ids.get(`${kind} ${name}`)
}

/** Waits for other upserts of the same external id, so that together they create only one record. */
export const lockExternalId = (tx: Transaction, { kind, name }: ExternalName): Promise<unknown> =>
  lockAdvisory(tx, `external id ${kind} ${name}`)

/**
 * The condition that a record has the external id in a placeholder, or one of several. `id` is the column of its id, and `own`
 * the column of its member `external_id`, which is compared, too.
 */
export function hasExternalId(id: PgColumn, own: PgColumn | undefined, name: string, isMany: boolean): SQL {
  const ids = isMany ? sql`any(${sql.placeholder(name)}::text[])` : sql`${sql.placeholder(name)}`
  const tenant = sql`tenant_id = ${tenantId}`
  const kind = sql.raw(`'${getTableName(id.table)}'`)
  const registered = sql`select record_id from ${externalIds} where ${tenant} and kind = ${kind} and external_id = ${ids}`
  const owned =
    own &&
    sql` union all select ${sql.identifier(id.name)} from ${id.table} where ${tenant} and ${sql.identifier(own.name)} = ${ids}`
  return sql`${id} in (${registered}${owned ?? sql``})`
}
