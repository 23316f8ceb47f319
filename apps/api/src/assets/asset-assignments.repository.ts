import { and, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'
import { build } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { assetAssignmentStore, assignmentStatus } from './asset-assignments.store.ts'

/** An assignment as it is stored. */
export type AssignmentRow = Awaited<ReturnType<typeof assetAssignmentStore.get>>

/** The open assignments of an asset, the oldest first. Whoever writes them holds the lock on the asset. */
export function openAssignments(tx: Transaction, assetId: string): Promise<AssignmentRow[]> {
  return tx.run(
    assetAssignmentStore.fixed('open', () =>
      build
        .select(assetAssignmentStore.selection())
        .from(assetAssignmentStore.from())
        .where(
          and(
            assetAssignmentStore.mine(),
            assetAssignmentStore.names('asset_id', 'asset_id'),
            sql`asset_assignments.closed_at is null`,
          ),
        )
        .orderBy(sql`asset_assignments.start_date, asset_assignments.id`),
    ),
    { asset_id: assetId },
  )
}

/** The record whose assignments are listed. */
interface Parent {
  readonly member: 'asset_id' | 'person_id'
  readonly id: string
}

/** Narrows a list to the assignments of a parent, and to those in some states; undefined = all. */
export function assignmentsOf(
  parent: Parent | undefined,
  status: readonly string[] | undefined,
): Scope | undefined {
  if (!parent && !status) return undefined
  const conditions: (SQL | undefined)[] = [
    parent && assetAssignmentStore.names(parent.member, 'parent_id'),
    status && sql`${assignmentStatus} = any(${sql.placeholder('in_status')}::text[])`,
  ]
  return {
    name: `of ${parent?.member} ${status ? 'in status' : ''}`,
    condition: sql`${and(...conditions)}`,
    values: { ...(parent ? { parent_id: parent.id } : {}), ...(status ? { in_status: [...status] } : {}) },
  }
}
