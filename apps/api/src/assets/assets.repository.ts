import { sql } from 'drizzle-orm'
import { nextNumber } from '../kernel/counters.ts'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

const isTaken = sqlStatement<unknown>(
  sql`select 1 from assets where tenant_id = current_setting('app.tenant_id') and asset_tag = ${sql.placeholder('tag')}`,
)

/** The next inventory label of the tenant that no asset has, e.g. `A-000012`. */
export async function nextAssetTag(tx: Transaction): Promise<string> {
  for (;;) {
    const tag = `A-${String(await nextNumber(tx, 'asset_tag')).padStart(6, '0')}`
    if (!(await tx.first(isTaken, { tag }))) return tag
  }
}
