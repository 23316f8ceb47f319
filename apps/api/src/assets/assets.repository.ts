import { sql } from 'drizzle-orm'
import { nextNumber } from '../kernel/counters.ts'
import type { Scope } from '../kernel/listing.ts'
import { build, sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { liesWithin } from '../locations/locations.repository.ts'
import { assetStore } from './assets.store.ts'
import { assets } from './assets.table.ts'

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

/** Narrows a list of assets to those at the locations, and at whatever lies within them. */
export const within = (locationIds: readonly string[]): Scope => ({
  name: 'within',
  condition: liesWithin(assets.location_id, 'within'),
  values: { within: [...locationIds] },
})

/**
 * As `within`, for a page of the newest: of each location its newest assets are looked up, and no others read. Good for
 * the usual order and no other filter alone.
 */
export const newestWithin = (locationIds: readonly string[], isFirstPage: boolean): Scope => ({
  name: `newest within ${isFirstPage ? '' : 'after'}`,
  condition: sql`assets.id = any(array(
    select newest.id from location_ancestors l cross join lateral (
      select a.id from assets a
       where a.tenant_id = current_setting('app.tenant_id') and a.location_id = l.location_id and a.archived_at is null
         ${isFirstPage ? sql`` : sql`and a.id < ${sql.placeholder('after.0')}`}
         and ${inScope}
       order by a.id desc limit ${sql.placeholder('limit')}) newest
     where l.tenant_id = current_setting('app.tenant_id') and l.ancestor_id = any(${sql.placeholder('within')}::text[])))`,
  values: { within: [...locationIds] },
})

/** The asset is in one of the projects in which the permission is held. */
const inScope = sql`(coalesce(current_setting('app.project_ids', true), '') = ''
  or a.project_id = any(string_to_array(current_setting('app.project_ids', true), ',')))`

/** Takes pieces off the quantity of a locked asset. */
export async function takeOff(tx: Transaction, id: string, quantity: number) {
  const after = await tx.first(
    assetStore.fixed('take off', () =>
      build
        .update(assets)
        .set({ quantity: sql`quantity - ${sql.placeholder('taken')}`, ...assetStore.touched() })
        .where(assetStore.ownRow())
        .returning(assetStore.selection()),
    ),
    { id, taken: quantity },
  )
  if (!after) throw new Error('asset: a locked record was gone')
  return after
}
