import type { Collection } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import type { ListQuery } from '../store/list.ts'
import { type QueryParts, queryPartsOf } from '../store/listing.ts'
import type { Scope } from '../store/page-statements.ts'
import { COUNT_LIMIT } from '../store/paging.ts'
import { locationStore } from './locations.store.ts'
import { locations } from './locations.table.ts'

type LocationQuery = ListQuery & { readonly ancestor_id?: string }

/**
 * If a location has at most this number of descendants, all of them are read, in any order; otherwise only as many as the page
 * needs.
 */
const FEW = 5_000

/** Parameters that do not filter descendants, except for archived ones. */
const unfiltering: ReadonlySet<string> = new Set([
  'ancestor_id',
  'archived',
  'count',
  'cursor',
  'limit',
  'sort',
])

/** Restricts a list to the locations within another; no restriction without an ancestor. */
export function belowAncestor(collection: Collection, query: LocationQuery): Scope | undefined {
  const { ancestor_id, cursor: _, ...every } = query
  if (ancestor_id === undefined) return undefined
  const parts = queryPartsOf(locationStore, collection, query)
  const isAll = parts.byId !== undefined && Object.keys(query).every((name) => unfiltering.has(name))
  const counted = sql.raw(String(COUNT_LIMIT + 1))
  return {
    name: `below ancestor ${isAll}`,
    condition: among(fitting(queryPartsOf(locationStore, collection, every), sql`limit ${counted}`)),
    page: among(isAll ? firstBelow(parts) : fewOrWalked(parts)),
    values: { ancestor_id },
  }
}

const among = (ids: SQL) => sql`${locations.id} = any(array(${ids}))`

const limit = sql`limit ${sql.placeholder('limit')}`
const below = sql`below.tenant_id = ${tenantId}
  and below.ancestor_id = ${sql.placeholder('ancestor_id')} and below.distance > 0`

/** Descendants that match the conditions. `offset 0` keeps the planner from reading all locations first. */
const fitting = ({ conditions }: QueryParts, page: SQL) => sql`
  select below.location_id from location_ancestors below
   cross join lateral (
     select from ${locations} where ${locations.id} = below.location_id and ${conditions} offset 0) fitting
   where ${below} ${page}`

/** The first ones in the order of ids. In this order the descendants are one range of an index. */
function firstBelow(parts: QueryParts): SQL {
  const direction = sql.raw(parts.byId ?? 'desc')
  const beyond = sql.raw(parts.byId === 'asc' ? '>' : '<')
  const start = parts.isContinued ? sql`and below.location_id ${beyond} ${sql.placeholder('after.0')}` : sql``
  return fitting(parts, sql`${start} order by below.location_id ${direction} ${limit}`)
}

/** All descendants if they are few; otherwise the first ones in the order of the list. */
function fewOrWalked(parts: QueryParts): SQL {
  const areMany = sql`(select count(*) from (
    select from location_ancestors below where ${below} limit ${sql.raw(String(FEW + 1))}) counted) > ${sql.raw(String(FEW))}`
  return sql`
    select few.location_id from (${fitting(parts, sql``)} and not ${areMany}) few
    union all
    select walked.id from (
      select ${locations.id} from ${locations}
       where ${areMany} and ${parts.conditions} and (
         select true from location_ancestors below where ${below} and below.location_id = ${locations.id})
       order by ${parts.order} ${limit}) walked`
}
