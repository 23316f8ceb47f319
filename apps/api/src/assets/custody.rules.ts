import { assetLifecycle, type CirculationType } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { allowedMoves } from '../store/moves.ts'
import type { CirculatedAsset, OpenAssignment } from './asset-circulations.rules.ts'
import type { Place, Stock } from './stock-pieces.rules.ts'

/** The state of an asset on which a command is decided. */
export interface CustodyState {
  readonly asset: CirculatedAsset & { readonly disposed_at: string | null }
  /** The open assignments, oldest first. */
  readonly open: readonly OpenAssignment[]
  /** The locations of a countable asset's pieces; empty for a serialized one. */
  readonly stock: Stock
  /** The open assignments whose pieces were handed out, and the location that they were taken from. */
  readonly issued: ReadonlyMap<string, Place>
  /** The tenant's time zone, which determines today's date. */
  readonly timezone: string
}

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

/** An event for the ledger, and the members of the asset that it changes. */
export interface Recorded {
  readonly event: Event
  readonly patch: Readonly<Record<string, unknown>>
}

/** The members of the asset that events change together. */
export const patchOf = (recorded: readonly Recorded[]): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...recorded.map(({ patch }) => patch))

/** True if a person has the pieces of an assignment, so that they are at no location. */
export const isOut = (
  issued: CustodyState['issued'],
  { id, person_id }: Pick<OpenAssignment, 'id' | 'person_id'>,
): boolean => person_id !== null && issued.has(id)

/** An assignment that a command creates. */
export interface NewAssignment extends OpenAssignment {
  readonly notes?: string | null | undefined
  readonly end_reason?: string | null | undefined
  readonly closed_by?: string
}

/** The changes that follow from a command. `applyChanges` writes them. */
export interface CustodyChanges {
  /** Ids of scheduled assignments that are deleted. */
  readonly cancelled: readonly string[]
  readonly ended: readonly { readonly id: string; readonly reason: string; readonly day: string }[]
  /** Assignments that remain open, with other values. */
  readonly changed: readonly { readonly id: string; readonly patch: Readonly<Record<string, unknown>> }[]
  readonly created: readonly NewAssignment[]
  /** Events for the ledger, oldest first. */
  readonly recorded: readonly Event[]
  readonly stock: Stock
  /** The assignments that are open afterwards. */
  readonly open: readonly OpenAssignment[]
  /** The members of the asset that change, except those computed from its open assignments and its stock. */
  readonly patch: Readonly<Record<string, unknown>> & { readonly location_id?: Place }
}

/** The changes of a command that changes nothing. */
export const unchanged = ({ stock, open }: CustodyState): CustodyChanges => ({
  cancelled: [],
  ended: [],
  changed: [],
  created: [],
  recorded: [],
  stock,
  open,
  patch: {},
})

/**
 * The location of a countable asset; null if its pieces are at several locations. Empty for a serialized asset, which has no
 * stock.
 */
export const placeOf = (
  { tracking_type }: Pick<CirculatedAsset, 'tracking_type'>,
  stock: Stock,
): { readonly location_id?: Place } =>
  tracking_type === 'countable' ? { location_id: stock.onlyPlace() ?? null } : {}

/** Members of an asset that are computed from its open assignments. */
export function holderMembersOf(
  { tracking_type }: Pick<CirculatedAsset, 'tracking_type'>,
  open: readonly Pick<OpenAssignment, 'quantity' | 'person_id' | 'start_date' | 'expected_return_date'>[],
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

/** The error of an operation on an asset that is not in use; the advice depends on the state. */
export function notActive({ status, disposed_at }: Pick<CustodyState['asset'], 'status' | 'disposed_at'>) {
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
export function assertActive(asset: CustodyState['asset']): void {
  if (asset.status !== 'active') throw notActive(asset)
}
