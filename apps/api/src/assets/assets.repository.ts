import { sql } from 'drizzle-orm'
import { nextNumber } from '../db/counters.ts'
import { build, sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { assetStore } from './assets.store.ts'
import { assets } from './assets.table.ts'

const isTaken = sqlStatement<unknown>(
  sql`select 1 from assets where tenant_id = current_setting('app.tenant_id') and asset_tag_key = lower(${sql.placeholder('tag')})`,
)

/** The next free asset tag of the tenant, e.g. `A-000012`. */
export async function nextAssetTag(tx: Transaction): Promise<string> {
  for (;;) {
    const tag = `A-${String(await nextNumber(tx, 'asset_tag')).padStart(6, '0')}`
    if (!(await tx.first(isTaken, { tag }))) return tag
  }
}

/**
 * Removes pieces from the quantity of a locked stock; sets the location of the remaining pieces, null when there are
 * several.
 */
export async function takeOff(tx: Transaction, id: string, quantity: number, location_id: unknown) {
  const after = await tx.first(
    assetStore.fixed('take off', () =>
      build
        .update(assets)
        .set({
          quantity: sql`quantity - ${sql.placeholder('taken')}`,
          location_id: sql`${sql.placeholder('location_id')}`,
          ...assetStore.touched(),
        })
        .where(assetStore.ownRow())
        .returning(assetStore.selection()),
    ),
    { id, taken: quantity, location_id },
  )
  if (!after) throw new Error('asset: a locked record was gone')
  return after
}
