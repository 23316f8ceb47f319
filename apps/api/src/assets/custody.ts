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

/** An asset as it is stored. */
export type AssetRow = Awaited<ReturnType<typeof assetStore.get>>

/** An asset, locked, and the assignments that are open: whoever changes one of them holds this. */
export interface Custody {
  readonly asset: AssetRow
  readonly open: readonly AssignmentRow[]
  /** Where the pieces of countable stock lie; what is changed in it is written by `settle`. */
  readonly stock: Stock
  /** The tenant's, which says which day it is. */
  readonly timezone: string
}

/** Locks an asset and reads its open assignments; undefined where the asset is not visible. */
export async function lockCustody(context: WriteContext, assetId: string): Promise<Custody | undefined> {
  const asset = await context.tx.first(assetStore.lockStatement(), { id: assetId })
  return asset && custodyOf(context, asset)
}

/** What belongs to an asset that the transaction has locked. */
export async function custodyOf({ tx }: WriteContext, asset: AssetRow): Promise<Custody> {
  const isStock = asset.tracking_type === 'countable'
  const [open, stock, timezone] = await Promise.all([
    openAssignments(tx, asset.id),
    isStock ? readStock(tx, asset.id) : new Stock([]),
    tenantTimezone(tx),
  ])
  return { asset, open, stock, timezone }
}

/** As `lockCustody`, for an asset that a body names. */
export async function lockReferred(context: WriteContext, assetId: string): Promise<Custody> {
  const custody = await lockCustody(context, assetId)
  if (!custody) throw invalid(referenceNotFound('asset_id'))
  return custody
}

/** Ends an open assignment, on this day or on the day of its start if that is later. */
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

/** Calls off an assignment that has not begun; If-Match is about another record. */
export const callOff = (context: WriteContext, id: string): Promise<void> =>
  assetAssignmentStore.remove({ ...context, ifMatch: undefined }, id)

/** What a circulation is made of; the rest of its row follows from the asset. */
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

/** Members of an asset that follow from its open assignments. */
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

/** Brings the asset up to date with the assignments that are open now, with where its pieces lie, and with `patch`. */
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
 * The context of a change after which the assignments in `open` are open: the entry in the asset's history names those of
 * later days that were made, put off or called off by it.
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

/** Writes where the pieces of a stock lie; answers what then holds of the asset. */
export async function placedBy(
  { tx }: WriteContext,
  { id, tracking_type }: AssetRow,
  stock: Stock,
): Promise<Record<string, unknown>> {
  return tracking_type === 'countable' ? { location_id: await saveStock(tx, id, stock) } : {}
}

/** The refusal to work with an asset that is not in use; its advice is what the state allows. */
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

/** Only an active asset is assigned. */
export function assertActive(asset: AssetRow): void {
  if (asset.status !== 'active') throw notActive(asset)
}

/**
 * Ends every open assignment of an asset, calls off those that have not begun, and answers what then holds of the asset.
 * Where the pieces are that persons had is not known.
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

/** Whether a person has the pieces of an assignment, so that they lie nowhere. */
export const isOut = async ({ tx }: WriteContext, { id, person_id }: AssignmentRow): Promise<boolean> =>
  person_id !== null && (await hasCirculation(tx, id))
