import type { Collection } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { ListQuery } from '../store/list.ts'
import { queryPartsOf } from '../store/listing.ts'
import type { Scope } from '../store/page-statements.ts'
import type { StoredRelationship } from './relationships.rules.ts'
import { relationshipStore } from './relationships.store.ts'
import { relationships } from './relationships.table.ts'

const type = sql.placeholder('relationship_type')

/** `union` visits each item once, so the number of paths does not matter. */
const closes = sqlStatement<{ closes: boolean }>(sql`
  with recursive reached (id) as (
    select ${sql.placeholder('target_id')}::text collate "C"
    union
    select r.target_id from reached join relationships r
        on r.tenant_id = ${tenantId} and r.source_id = reached.id and r.relationship_type = ${type}
  )
  select exists (select from reached where id = ${sql.placeholder('source_id')}) as closes`)

/**
 * True if a relationship would form a cycle with others of its type. Other transactions cannot add relationships of this type in
 * the tenant until this one ends, so the result stays true.
 */
export async function closesCircle(
  tx: Transaction,
  { source_id, target_id, relationship_type }: StoredRelationship,
) {
  void lockAdvisory(tx, `relationships ${relationship_type}`)
  const row = await tx.first(closes, { source_id, target_id, relationship_type })
  return row?.closes ?? false
}

const ci = sql.placeholder('ci_id')
const ends = {
  outgoing: sql`${relationships.tenant_id} = ${tenantId} and ${relationships.source_id} = ${ci}`,
  incoming: sql`${relationships.tenant_id} = ${tenantId} and ${relationships.target_id} = ${ci}`,
}

/** Restricts a list to the relationships of an item. */
export function ofItem(
  collection: Collection,
  query: ListQuery,
  ci_id: string,
  direction: 'outgoing' | 'incoming' | 'both',
): Scope {
  const values = { ci_id }
  if (direction !== 'both') return { name: direction, condition: ends[direction], values }
  const { conditions, order } = queryPartsOf(relationshipStore, collection, query)
  // One part for each end, because no index serves a condition on either end.
  const either = (page: SQL) =>
    sql`${relationships.id} = any(array(
      (select ${relationships.id} from ${relationships} where ${ends.outgoing} ${page})
      union all
      (select ${relationships.id} from ${relationships} where ${ends.incoming} ${page})))`
  return {
    name: direction,
    condition: either(sql``),
    page: either(sql`and ${conditions} order by ${order} limit ${sql.placeholder('limit')}`),
    values,
  }
}
