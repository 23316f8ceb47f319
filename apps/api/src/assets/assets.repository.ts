import { sql } from 'drizzle-orm'
import { batched } from '../db/batches.ts'
import { advancingBy } from '../db/counters.ts'
import { build, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { assetStore } from './assets.store.ts'
import { assets } from './assets.table.ts'

const count = sql`${sql.placeholder('count')}::int`

/** The tags of the next numbers, in order, except those in use. */
const nextTags = sqlStatement<{ tag: string }>(sql`
  with advanced as (${advancingBy(count)}),
       numbers as (select generate_series(value - ${count} + 1, value) as number from advanced),
       next as (select number, 'A-' || lpad(number::text, greatest(6, length(number::text)), '0') as tag from numbers)
  select tag from next
   where not exists (
           select from assets where tenant_id = ${tenantId} and asset_tag_key = lower(tag))
   order by number`)

/** The next free asset tag of the tenant, e.g. `A-000012`. */
export const nextAssetTag = batched(async (tx, count) => {
  const tags: string[] = []
  while (tags.length < count) {
    const found = await tx.run(nextTags, { name: 'asset_tag', count: count - tags.length })
    tags.push(...found.map(({ tag }) => tag))
  }
  return tags
})

/** Sets the quantity of a locked stock, and the location of its pieces; null if they are at several locations. */
export async function setQuantity(
  tx: Transaction,
  id: string,
  { quantity, location_id }: Readonly<Record<string, unknown>>,
): Promise<Awaited<ReturnType<typeof assetStore.get>>> {
  const after = await tx.first(
    assetStore.fixed('set quantity', () =>
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
  if (!after) throw new Error('asset: a locked record was deleted')
  return after
}
