import { sql } from 'drizzle-orm'
import { advancing } from '../db/counters.ts'
import { build, sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { assetStore } from './assets.store.ts'
import { assets } from './assets.table.ts'

const nextTag = sqlStatement<{ tag: string; is_taken: boolean }>(sql`
  with advanced as (${advancing}),
       next as (select 'A-' || lpad(value::text, greatest(6, length(value::text)), '0') as tag from advanced)
  select tag, exists (
           select from assets where tenant_id = current_setting('app.tenant_id') and asset_tag_key = lower(tag)) as is_taken
    from next`)

/** The next free asset tag of the tenant, e.g. `A-000012`. */
export async function nextAssetTag(tx: Transaction): Promise<string> {
  for (;;) {
    const next = await tx.first(nextTag, { name: 'asset_tag' })
    if (!next) throw new Error('the counter of asset tags gave no number')
    if (!next.is_taken) return next.tag
  }
}

/** Sets the quantity of a locked stock, and the location of its pieces, null when there are several. */
export async function takeOff(
  tx: Transaction,
  id: string,
  { quantity, location_id }: Readonly<Record<string, unknown>>,
): Promise<Awaited<ReturnType<typeof assetStore.get>>> {
  const after = await tx.first(
    assetStore.fixed('take off', () =>
      build
        .update(assets)
        .set({
          quantity: sql`${sql.placeholder('quantity')}`,
          location_id: sql`${sql.placeholder('location_id')}`,
          ...assetStore.touched(),
        })
        .where(assetStore.ownRow())
        .returning(assetStore.selection()),
    ),
    { id, quantity, location_id },
  )
  if (!after) throw new Error('asset: a locked record was gone')
  return after
}
