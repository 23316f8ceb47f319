import { sql } from 'drizzle-orm'
import { lockAdvisory, lockAdvisoryShared } from '../db/advisory-locks.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'

const id = sql.placeholder('id')
const parent = sql.placeholder('parent_id')

/** Prevents moves of the tenant's locations until the transaction ends. Other additions remain possible. */
export const lockTreeShared = (tx: Transaction): Promise<unknown> => lockAdvisoryShared(tx, 'locations')

/** Prevents additions and moves of the tenant's locations until the transaction ends. */
export const lockTree = (tx: Transaction): Promise<unknown> => lockAdvisory(tx, 'locations')

/** The relation between a location and its future parent. */
export interface Placement {
  /** Levels from the root to the parent. */
  readonly above: number
  /** Levels below the location. */
  readonly below: number
  /** The parent is the location itself, or lies within it. */
  readonly is_within: boolean
}

const placement = sqlStatement<Placement>(sql`
  select (select count(*)::int from location_ancestors where tenant_id = ${tenantId} and location_id = ${parent}) as above,
         (select coalesce(max(distance), 0) from location_ancestors where tenant_id = ${tenantId} and ancestor_id = ${id}) as below,
         exists (select from location_ancestors where tenant_id = ${tenantId} and location_id = ${parent} and ancestor_id = ${id}) as is_within`)

/** The relation of the location to the parent; a new location has the id ''. */
export async function placementOf(tx: Transaction, id: string, parent_id: string): Promise<Placement> {
  const row = await tx.first(placement, { id, parent_id })
  if (!row) throw new Error('a select without a table answers one row')
  return row
}

const insertAncestors = sqlStatement<unknown>(sql`
  insert into location_ancestors (tenant_id, location_id, ancestor_id, distance)
  select ${tenantId}, ${id}, ${id}, 0
  union all
  select ${tenantId}, ${id}, ancestor_id, distance + 1 from location_ancestors where tenant_id = ${tenantId} and location_id = ${parent}`)

/** Stores the ancestors of a new location. */
export const insertLocationAncestors = (
  tx: Transaction,
  id: string,
  parent_id: string | null,
): Promise<unknown> => tx.run(insertAncestors, { id, parent_id })

const deleteAncestors = sqlStatement<unknown>(sql`
  delete from location_ancestors
   where tenant_id = ${tenantId}
     and location_id in (select location_id from location_ancestors where tenant_id = ${tenantId} and ancestor_id = ${id})
     and ancestor_id in (select ancestor_id from location_ancestors where tenant_id = ${tenantId} and location_id = ${id} and distance > 0)`)

const insertAncestorsOfTree = sqlStatement<unknown>(sql`
  insert into location_ancestors (tenant_id, location_id, ancestor_id, distance)
  select ${tenantId}, lower.location_id, upper.ancestor_id, lower.distance + upper.distance + 1
    from location_ancestors lower, location_ancestors upper
   where lower.tenant_id = ${tenantId} and lower.ancestor_id = ${id}
     and upper.tenant_id = ${tenantId} and upper.location_id = ${parent}`)

/** Updates the ancestors of a location and of all its descendants. */
export async function updateLocationAncestors(
  tx: Transaction,
  id: string,
  parent_id: string | null,
): Promise<void> {
  await Promise.all([tx.run(deleteAncestors, { id }), tx.run(insertAncestorsOfTree, { id, parent_id })])
}
