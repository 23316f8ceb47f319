import type { Collection } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import { tenantToday } from '../store/days.ts'
import type { ListQuery } from '../store/list.ts'
import { type QueryParts, queryPartsOf } from '../store/listing.ts'
import type { Scope } from '../store/page-statements.ts'
import { COUNT_LIMIT } from '../store/paging.ts'
import { assetStore } from './assets.store.ts'
import { assets } from './assets.table.ts'

/** With more locations than this, the newest assets of the tenant are searched first. */
const FEW_LOCATIONS = 50

/** The number of the tenant's newest assets that are searched first. */
const TRIED = 5_000

const limit = sql.placeholder('limit')
const within = sql`within.tenant_id = ${tenantId}
  and within.ancestor_id = any(${sql.placeholder('within')}::text[])`

/** Filters by the current holder of the assets. */
export interface HolderQuery {
  readonly person_id?: readonly string[] | undefined
  readonly person_id__is_null?: boolean | undefined
}

const hasBegun = sql`${assets.held_from} <= ${tenantToday}`

/** Restricts a list of assets by their current holder; undefined without such a filter. */
export function assignedToday({ person_id, person_id__is_null }: HolderQuery): Scope | undefined {
  if (person_id === undefined && person_id__is_null === undefined) return undefined
  const isOne = person_id?.length === 1
  const conditions: SQL[] = []
  // With an equality, an index also provides the order of its following columns.
  if (isOne) conditions.push(sql`${assets.holder_id} = ${sql.placeholder('holder')}`)
  else if (person_id) conditions.push(sql`${assets.holder_id} = any(${sql.placeholder('holders')}::text[])`)
  if (person_id) conditions.push(hasBegun)
  if (person_id__is_null === true) conditions.push(sql`(${hasBegun}) is not true`)
  if (person_id__is_null === false) conditions.push(hasBegun)
  return {
    name: `held by ${person_id && (isOne ? 'one' : 'any')} ${person_id__is_null}`,
    condition: sql.join(conditions, sql` and `),
    values: person_id ? (isOne ? { holder: person_id[0] } : { holders: [...person_id] }) : {},
  }
}

/** Adds the filter by holder, which the collection does not describe, to the conditions of a list. */
const narrowedBy =
  (holders: Scope | undefined) =>
  (parts: QueryParts): QueryParts =>
    holders ? { ...parts, conditions: sql`${parts.conditions} and ${holders.condition}` } : parts

/** Restricts a list to assets at the locations, with all or some of their pieces. */
export function lyingAt(
  collection: Collection,
  query: ListQuery,
  locationIds: readonly string[],
  holders: Scope | undefined,
): Scope {
  const { conditions, order } = narrowedBy(holders)(queryPartsOf(assetStore, collection, query))
  // With an equality, an index also provides the order of its following columns.
  const isOne = locationIds.length === 1
  const named = (column: SQL) =>
    isOne ? sql`${column} = ${sql.placeholder('at')}` : sql`${column} = any(${sql.placeholder('at')}::text[])`
  const whole = named(sql`${assets.location_id}`)
  const inPart = sql`${assets.location_id} is null and ${assets.id} = any(array(
    select s.asset_id from asset_stock s
     where s.tenant_id = ${tenantId} and s.quantity > 0 and ${named(sql`s.location_id`)}))`
  const part = (which: SQL) =>
    sql`(select ${assets.id} from ${assets} where ${which} and ${conditions} order by ${order} limit ${limit})`
  return {
    name: `lying at ${isOne} ${holders?.name}`,
    condition: sql`((${whole}) or (${inPart})) ${holders ? sql`and ${holders.condition}` : sql``}`,
    page: among(sql`${part(whole)} union all ${part(inPart)}`),
    values: { ...holders?.values, at: isOne ? locationIds[0] : [...locationIds] },
  }
}

/** Restricts a list to assets at the locations, and at all locations within them. */
export function atOrWithin(
  collection: Collection,
  query: ListQuery,
  locationIds: readonly string[],
  holders: Scope | undefined,
): Scope {
  const { cursor: _, ...every } = query
  const narrowed = narrowedBy(holders)
  const parts = narrowed(queryPartsOf(assetStore, collection, query))
  const all = narrowed(queryPartsOf(assetStore, collection, every))
  const first = sql.raw(String(COUNT_LIMIT + 1))
  const page = sql`order by ${parts.order} limit ${limit}`
  return {
    name: `within ${holders?.name}`,
    condition: among(
      sql`(${byLocation(all, sql``)} limit ${first}) union all (${inPartWithin(all, sql``)} limit ${first})`,
    ),
    page: parts.byId
      ? // Not `among`: for a list of ids the planner may use an index with another order.
        sql`${assets.id} in (select found.id from (${newestOrByLocation(parts)}) found union all (${inPartWithin(parts, page)}))`
      : among(sql`(${byLocation(parts, page)}) union all (${inPartWithin(parts, page)})`),
    values: { ...holders?.values, within: [...locationIds] },
  }
}

const among = (ids: SQL) => sql`${assets.id} = any(array(${ids}))`

/**
 * The condition on the location, in the order of the index `assets_location`. It is written as a range: with an equality the rows
 * would also be in the order of other indexes, and the planner could choose one that reads all assets of the tenant.
 */
const isThere = sql`${assets.location_id} >= within.location_id and ${assets.location_id} <= within.location_id`

/** The assets at each location that match the conditions, or only the first ones if `page` limits them. */
const byLocation = ({ conditions }: QueryParts, page: SQL) => sql`
  select found.id from location_ancestors within
   cross join lateral (
     select ${assets.id} from (
       select * from ${assets} where ${assetStore.mine()} and ${isThere}
        order by ${assets.location_id}, ${assets.id} offset 0) ${assets}
      where ${conditions} ${page}) found
   where ${within}`

/** Countable assets with pieces at these locations and at others. */
const inPartWithin = ({ conditions }: QueryParts, page: SQL) => sql`
  select ${assets.id} from ${assets}
   where ${assets.location_id} is null and ${conditions} and ${assets.id} = any(array(
     select s.asset_id from location_ancestors within
       join asset_stock s on s.tenant_id = within.tenant_id and s.location_id = within.location_id and s.quantity > 0
      where ${within}))
   ${page}`

/** Reads only the newest or oldest matching assets at each location. */
const endsByLocation = ({ conditions, byId, isContinued }: QueryParts) => {
  const [direction, beyond] = [sql.raw(byId ?? 'desc'), sql.raw(byId === 'asc' ? '>' : '<')]
  const start = sql`and (${assets.location_id}, ${assets.id}) ${beyond} (within.location_id, ${sql.placeholder('after.0')})`
  return sql`
  select found.id from location_ancestors within
   cross join lateral (
     select ${assets.id} from ${assets} where ${isThere} ${isContinued ? start : sql``} and ${conditions}
      order by ${assets.location_id} ${direction}, ${assets.id} ${direction} limit ${limit}) found
   where ${within}`
}

/** With many locations, searches the newest assets of the tenant first. If too few of them match, reads location by location. */
const newestOrByLocation = (parts: QueryParts) => {
  const beyond = sql.raw(parts.byId === 'asc' ? '>' : '<')
  const start = parts.isContinued ? sql`and ${assets.id} ${beyond} ${sql.placeholder('after.0')}` : sql``
  const areMany = sql`(select count(*) from (
    select from location_ancestors within where ${within} limit ${sql.raw(String(FEW_LOCATIONS + 1))}) counted) > ${sql.raw(String(FEW_LOCATIONS))}`
  const isFilled = sql`(select count(*) from newest) >= ${limit}`
  return sql`
  with newest as materialized (
    select ${assets.id} from (
      select * from ${assets} where ${assetStore.mine()} ${start}
       order by ${parts.order} limit ${sql.raw(String(TRIED))}) ${assets}
     where ${areMany} and ${parts.conditions} and exists (
       select from location_ancestors within where ${within} and within.location_id = ${assets.location_id})
     order by ${parts.order} limit ${limit})
  select newest.id from newest where ${isFilled}
  union all
  select by_location.id from (
    select ends.id from (${endsByLocation(parts)}) ends order by ends.id ${sql.raw(parts.byId ?? 'desc')} limit ${limit}
  ) by_location where not ${isFilled}`
}
