import { assetLifecycle, type CirculationType } from '@commonhold/contract'
import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { laterOf, tenantTimezone, todayIn } from '../store/days.ts'
import { allowedMoves } from '../store/moves.ts'
import { type AssignmentRow, openAssignments } from './asset-assignments.repository.ts'
import { isScheduled, scheduledChanges } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { hasCirculation } from './asset-circulations.repository.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { readStock, saveStock } from './asset-stock.repository.ts'
import { assetStore } from './assets.store.ts'
import { dayOf } from './circulation.rules.ts'
import { Stock } from './stock.ts'

/** A stored asset. */
export type AssetRow = Awaited<ReturnType<typeof assetStore.get>>

/** A locked asset and its open assignments: every change of an assignment requires this lock. */
export interface Custody {
  readonly asset: AssetRow
  readonly open: readonly AssignmentRow[]
  /** The locations of a countable asset's pieces; `settle` saves changes. */
  readonly stock: Stock
  /** The tenant's time zone, which determines today's date. */
  readonly timezone: string
}

/** Locks an asset and reads its open assignments; undefined when the asset is not visible. */
export async function lockCustody(context: WriteContext, assetId: string): Promise<Custody | undefined> {
  const asset = await context.tx.first(assetStore.lockStatement(), { id: assetId })
  return asset && custodyOf(context, asset)
}

/** The related rows of an asset that the transaction has locked. */
export async function custodyOf({ tx }: WriteContext, asset: AssetRow): Promise<Custody> {
  const isStock = asset.tracking_type === 'countable'
  const [open, stock, timezone] = await Promise.all([
    openAssignments(tx, asset.id),
    isStock ? readStock(tx, asset.id) : new Stock([]),
    tenantTimezone(tx),
  ])
  return { asset, open, stock, timezone }
}

/** Like `lockCustody`, for an asset that a body refers to. */
export async function lockReferred(context: WriteContext, assetId: string): Promise<Custody> {
  const custody = await lockCustody(context, assetId)
  if (!custody) throw invalid(referenceNotFound('asset_id'))
  return custody
}

/** Ends an open assignment on this day, or on its first day if that is later. */
export function endAssignment(
  context: WriteContext,
  assignment: AssignmentRow,
  { reason, day }: { readonly reason: string; readonly day: string },
): Promise<AssignmentRow> {
  return assetAssignmentStore.update(context, assignment, {
    end_date: laterOf(day, assignment.start_date),
    end_reason: reason,
    closed_at: context.clock.now().toISOString(),
    closed_by: context.actor.userId,
  })
}

/** Deletes an assignment that has not begun; If-Match does not apply, because it refers to another record. */
export const callOff = (context: WriteContext, id: string): Promise<void> =>
  assetAssignmentStore.remove({ ...context, ifMatch: undefined }, id)

/** The data of a circulation; the rest of its row comes from the asset. */
export interface Event {
  readonly circulation_type: CirculationType
  readonly quantity: number
  readonly occurred_at: string
  readonly correlation_id: string
  readonly person_id?: string | null
  readonly location_id?: string | null
  readonly from_location_id?: string | null
  readonly quantity_change?: number
  readonly expected_quantity?: number | null
  readonly is_whole?: boolean
  readonly notes?: string | null | undefined
  readonly assignment_id?: string | null
  readonly discrepancy?: boolean
  readonly tenant_id?: string | undefined
}

/** Adds an event of the asset to the ledger. */
export const record = (context: WriteContext, { id, tracking_type }: AssetRow, event: Event) =>
  assetCirculationStore.insert(context, { ...event, asset_id: id, tracking_type })

/** Members of an asset that are computed from its open assignments. */
export function heldBy(
  { tracking_type }: Pick<AssetRow, 'tracking_type'>,
  open: readonly Pick<AssignmentRow, 'quantity' | 'person_id' | 'start_date' | 'expected_return_date'>[],
) {
  const [holding] = tracking_type === 'serialized' ? open.filter((one) => one.person_id !== null) : []
  const due = open.map((one) => one.expected_return_date).filter((day) => day !== null)
  return {
    assigned_quantity: open.reduce((sum, { quantity }) => sum + quantity, 0),
    holder_id: holding?.person_id ?? null,
    held_from: holding?.start_date ?? null,
    expected_return_date: due.sort()[0] ?? null,
  }
}

/** Updates the asset from its open assignments, from the locations of its pieces, and with `patch`. */
export async function settle(
  context: WriteContext,
  custody: Custody,
  open: readonly AssignmentRow[],
  patch: Record<string, unknown> = {},
): Promise<AssetRow> {
  const { asset, stock } = custody
  const placed = await placedBy(context, asset, stock)
  return assetStore.update(recordingScheduled(context, custody, open), asset, {
    ...patch,
    ...heldBy(asset, open),
    ...placed,
  })
}

/**
 * The context of a change after which the assignments in `open` are open: the entry in the asset's history lists the
 * scheduled ones that it created, rescheduled or deleted.
 */
export function recordingScheduled(
  context: WriteContext,
  custody: Custody,
  open: readonly AssignmentRow[],
): WriteContext {
  const changes = scheduledChanges(custody.open, open, todayIn(custody.timezone, context))
  return {
    ...context,
    audit: (entries) =>
      context.audit(
        [entries]
          .flat()
          .map((entry) =>
            entry.recordType === 'asset'
              ? { ...entry, changes: [...(entry.changes ?? []), ...changes] }
              : entry,
          ),
      ),
  }
}

/** Saves the locations of a stock's pieces; returns the members of the asset that follow. */
export async function placedBy(
  { tx }: WriteContext,
  { id, tracking_type }: AssetRow,
  stock: Stock,
): Promise<Record<string, unknown>> {
  return tracking_type === 'countable' ? { location_id: await saveStock(tx, id, stock) } : {}
}

/** The error of an operation on an asset that is not in use; the advice depends on the state. */
export function notActive({ status, disposed_at }: Pick<AssetRow, 'status' | 'disposed_at'>) {
  const isGone = status === 'disposed' || (status === 'archived' && disposed_at !== null)
  return problem(
    'asset_not_active',
    { current_state: status, allowed_operations: allowedMoves(assetLifecycle, status) },
    isGone
      ? 'The asset was disposed of, which is final. Use another asset.'
      : `The asset is ${status}. Restore it first, with POST /assets/{asset_id}/restore.`,
  )
}

/** Rejects assigning an asset that is not active. */
export function assertActive(asset: AssetRow): void {
  if (asset.status !== 'active') throw notActive(asset)
}

/**
 * Ends every open assignment of an asset, deletes the scheduled ones, and returns the members of the asset that follow. The
 * location of pieces that persons had is unknown.
 */
export async function endAssignments(
  context: WriteContext,
  { asset, open, stock, timezone }: Custody,
  { reason, occurredAt }: { readonly reason: string; readonly occurredAt: string | undefined },
): Promise<Record<string, unknown>> {
  if (open.length === 0) return {}
  const now = context.clock.now().toISOString()
  const day = dayOf(occurredAt ?? now, timezone)
  for (const assignment of open) {
    if (isScheduled(assignment, dayOf(now, timezone))) await callOff(context, assignment.id)
    else {
      if (await isOut(context, assignment)) stock.put(null, assignment.quantity, occurredAt ?? now)
      await endAssignment(context, assignment, { reason, day })
    }
  }
  return { ...heldBy(asset, []), ...(await placedBy(context, asset, stock)) }
}

/** Whether a person has the pieces of an assignment, so that they are at no location. */
export const isOut = async ({ tx }: WriteContext, { id, person_id }: AssignmentRow): Promise<boolean> =>
  person_id !== null && (await hasCirculation(tx, id))
