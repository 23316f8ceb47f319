import { type SQL, sql } from 'drizzle-orm'
import { sqlStatement } from './statement.ts'
import { tenantId } from './tenant.ts'
import type { Transaction } from './transaction.ts'

/** Adds `count` to the counter whose name is in the placeholder `name`; returns the new `value`. */
export const advancingBy = (count: SQL): SQL => sql`
  insert into counters as c (tenant_id, name, value)
  values (${tenantId}, ${sql.placeholder('name')}, ${count})
  on conflict (tenant_id, name) do update set value = c.value + excluded.value returning value`

const advance = sqlStatement<{ value: number }>(advancingBy(sql`1`))

/** The next number of a tenant's counter. Other transactions wait until this one ends. */
export async function nextNumber(tx: Transaction, name: string): Promise<number> {
  const row = await tx.first(advance, { name })
  if (!row) throw new Error(`the counter ${name} gave no number`)
  return row.value
}
