import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { tenantTimezone } from '../store/days.ts'
import { type AssignmentRow, openAssignments } from './asset-assignments.repository.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { issuedOf } from './asset-circulations.repository.ts'
import { readStock } from './asset-stock.repository.ts'
import { assetStore } from './assets.store.ts'
import type { CustodyState } from './custody.rules.ts'

/** A stored asset. */
export type AssetRow = Awaited<ReturnType<typeof assetStore.get>>

/** A locked asset with its open assignments and its stock, as stored. Every change of these requires this lock. */
export interface Custody extends CustodyState {
  readonly asset: AssetRow
  readonly open: readonly AssignmentRow[]
}

/**
 * Locks an asset and reads its assignments and stock, in one round trip; undefined if the asset is not visible. The reads follow
 * the lock on the same connection, so they see everything that was committed before it was acquired.
 */
export async function lockCustody({ tx }: WriteContext, assetId: string): Promise<Custody | undefined> {
  const locking = tx.first(assetStore.lockStatement(), { id: assetId })
  const reading = ignoreUnhandled(
    Promise.all([
      openAssignments(tx, assetId),
      readStock(tx, assetId),
      issuedOf(tx, assetId),
      tenantTimezone(tx),
    ]),
  )
  const asset = await locking
  if (!asset) return undefined
  const [open, stock, issued, timezone] = await reading
  return { asset, open, stock, issued, timezone }
}

/** Like `lockCustody`, for an asset that the request changes: see `Store.assertChangeable`. */
export async function lockChangeable(context: WriteContext, assetId: string): Promise<Custody> {
  const custody = await lockCustody(context, assetId)
  await assetStore.assertChangeable(context, assetId, custody?.asset)
  if (!custody) throw problem('not_found')
  return custody
}

/** A locked assignment with its locked asset. */
export interface Assigned {
  readonly custody: Custody
  readonly assignment: AssignmentRow
}

/** Locks the asset of an assignment, and then the assignment. One round trip finds the asset, and one locks both. */
export async function lockAssigned(context: WriteContext, id: string): Promise<Assigned> {
  const { tx } = context
  const { asset_id } = await assetAssignmentStore.get(tx, id)
  const locking = ignoreUnhandled(lockCustody(context, asset_id))
  const found = tx.first(assetAssignmentStore.lockStatement(), { id })
  const custody = await locking
  const assignment = await found
  if (!custody || !assignment) throw problem('not_found')
  return { custody, assignment }
}

/** Like `lockCustody`, for an asset that a body refers to. */
export async function lockReferred(context: WriteContext, assetId: string): Promise<Custody> {
  const custody = await lockCustody(context, assetId)
  if (!custody) throw invalid(referenceNotFound('asset_id'))
  return custody
}
