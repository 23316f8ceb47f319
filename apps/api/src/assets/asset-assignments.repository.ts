import { and, type SQL, sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { build, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Scope } from '../store/page-statements.ts'
import { assetAssignmentStore, assignmentStatus } from './asset-assignments.store.ts'

/** A stored assignment. */
export type AssignmentRow = Awaited<ReturnType<typeof assetAssignmentStore.get>>

/** The open assignments of an asset, oldest first. Lock the asset before changing them. */
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

const overlapping = sqlStatement<{ id: string }>(sql`
  select id from asset_assignments
   where tenant_id = ${tenantId} and asset_id = ${sql.placeholder('asset_id')} and id <> ${sql.placeholder('id')}
     and start_date < coalesce(${sql.placeholder('end_date')}::date, 'infinity')
     and ${sql.placeholder('start_date')}::date < coalesce(end_date, 'infinity')
   order by start_date limit 1`)

/** The days of an assignment; it is open when it has no end. */
interface Days {
  readonly id: string
  readonly asset_id: string
  readonly tracking_type: string
  readonly start_date: string
  readonly end_date: string | null
}

/**
 * Throws if a serialized asset has another holder in these days, also in the past. An assignment may begin on the day on which
 * another one ends. The caller must have locked the asset.
 */
export async function assertNoOverlap(
  tx: Transaction,
  { id, asset_id, tracking_type, start_date, end_date }: Days,
): Promise<void> {
  if (tracking_type !== 'serialized') return
  const other = await tx.first(overlapping, { id, asset_id, start_date, end_date })
  if (other)
    throw problem(
      'asset_already_assigned',
      { current_assignment_id: other.id },
      'The asset was assigned to somebody else in these days. Choose days before or after those of the assignment in `current_assignment_id`.',
    )
}

/** The record whose assignments are listed. */
interface Parent {
  readonly member: 'asset_id' | 'person_id'
  readonly id: string
}

/** Restricts a list to the assignments of a parent, and to some statuses. Undefined means all. */
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
