import type { CirculationType } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { invalid, problem, referenceNotFound } from '../kernel/problem.ts'
import { type AssignmentRow, openAssignments } from './asset-assignments.repository.ts'
import { isScheduled } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { assetStore } from './assets.store.ts'
import { dayOf } from './circulation.rules.ts'

/** An asset as it is stored. */
export type AssetRow = Awaited<ReturnType<typeof assetStore.get>>

/** An asset, locked, and the assignments that are open: whoever changes one of them holds this. */
export interface Custody {
  readonly asset: AssetRow
  readonly open: readonly AssignmentRow[]
}

/** Locks an asset and reads its open assignments; undefined where the asset is not visible. */
export async function lockCustody(context: WriteContext, assetId: string): Promise<Custody | undefined> {
  const asset = await context.tx.first(assetStore.lockStatement(), { id: assetId })
  return asset && { asset, open: await openAssignments(context.tx, assetId) }
}

/** As `lockCustody`, for an asset that a body names. */
export async function lockReferred(context: WriteContext, assetId: string): Promise<Custody> {
  const custody = await lockCustody(context, assetId)
  if (!custody) throw invalid(referenceNotFound('asset_id'))
  return custody
}

/** An assignment ends no earlier than it starts. */
export const laterDay = (day: string, other: string) => (day < other ? other : day)

/** Ends an open assignment, on this day or on the day of its start if that is later. */
export function endAssignment(
  context: WriteContext,
  assignment: AssignmentRow,
  { reason, day }: { readonly reason: string; readonly day: string },
): Promise<AssignmentRow> {
  return assetAssignmentStore.update(context, assignment, {
    end_date: laterDay(day, assignment.start_date),
    end_reason: reason,
    closed_at: context.clock.now().toISOString(),
    closed_by: context.actor.userId,
  })
}

/** Calls off an assignment that has not begun; what was asked of another record's version is not asked of it. */
export const callOff = (context: WriteContext, id: string): Promise<void> =>
  assetAssignmentStore.remove({ ...context, ifMatch: undefined }, id)

/** What an event tells; the rest of its row follows from the asset. */
export interface Event {
  readonly circulation_type: CirculationType
  readonly quantity: number
  readonly occurred_at: string
  readonly correlation_id: string
  readonly person_id?: string | null
  readonly location_id?: string | null
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

/** Brings the asset up to date with the assignments that are open now, and with `patch`. */
export const settle = (
  context: WriteContext,
  asset: AssetRow,
  open: readonly AssignmentRow[],
  patch: Record<string, unknown> = {},
): Promise<AssetRow> => assetStore.update(context, asset, { ...patch, ...heldBy(asset, open) })

/** Only an active asset is assigned. */
export function assertActive({ status }: AssetRow): void {
  if (status !== 'active') throw problem('asset_not_active', { current_state: status })
}

/** Ends every open assignment of an asset, calls off those that have not begun, and answers what then holds of the asset. */
export async function endAssignments(
  context: WriteContext,
  assetId: string,
  { reason, occurredAt }: { readonly reason: string; readonly occurredAt: string | undefined },
): Promise<Record<string, unknown>> {
  const custody = await lockCustody(context, assetId)
  if (!custody || custody.open.length === 0) return {}
  const now = context.clock.now().toISOString()
  const day = dayOf(occurredAt ?? now)
  for (const assignment of custody.open)
    if (isScheduled(assignment, now)) await callOff(context, assignment.id)
    else await endAssignment(context, assignment, { reason, day })
  return heldBy(custody.asset, [])
}
