import type { AssetCirculationCreate } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import {
  type AssignmentEffect,
  alreadyThere,
  dayOf,
  isFinding,
  type OpenAssignment,
  type Reported,
} from './asset-circulations.rules.ts'
import type { CustodyState } from './custody.rules.ts'
import { sourceOf } from './stock.rules.ts'
import type { Place, Stock } from './stock-pieces.rules.ts'

/** The effect of an event on a stock, as the ledger records it. */
export interface StockEffect {
  readonly location_id: Place
  readonly from_location_id: Place
  readonly quantity: number
  readonly quantity_change: number
  readonly expected_quantity: number | null
  readonly discrepancy: boolean
}

/** An event of a stock, with the data that its effect depends on. */
interface StockEvent {
  readonly custody: CustodyState
  readonly reported: Reported
  readonly assignments: AssignmentEffect
  readonly from: Place
  /** The assignments that are open afterwards. */
  readonly remaining: readonly OpenAssignment[]
  /** The location that the returned pieces were taken from. */
  readonly origin: Place
}

/** The effect of an event, and the stock after it. */
interface AppliedEvent {
  readonly effect: StockEffect
  readonly stock: Stock
}

const MOST_PIECES = 1_000_000

const plain = { from_location_id: null, quantity_change: 0, expected_quantity: null, discrepancy: false }

/** Applies an event to a stock. */
export function effectOn(event: StockEvent): AppliedEvent {
  const { custody, reported } = event
  const applied = isFinding(custody.asset, reported)
    ? found(event)
    : effects[reported.circulation_type](event)
  const after = custody.asset.quantity + applied.effect.quantity_change
  const assigned = event.remaining.reduce((sum, one) => sum + one.quantity, 0)
  if (after < assigned)
    throw problem(
      'insufficient_quantity',
      { assigned_quantity: assigned },
      `Pieces assigned: ${assigned}. Close assignments first.`,
    )
  if (after < 1)
    throw problem(
      'insufficient_quantity',
      { quantity: custody.asset.quantity },
      'The stock would become empty. Record the reason with POST /assets/{asset_id}/mark-lost or /dispose.',
    )
  if (after > MOST_PIECES)
    throw invalid({
      field: 'quantity',
      code: 'out_of_range',
      message: `a stock has at most ${MOST_PIECES} pieces`,
    })
  return applied
}

const effects: Readonly<
  Record<AssetCirculationCreate['circulation_type'], (event: StockEvent) => AppliedEvent>
> = {
  issue: ({ custody: { stock, open, timezone }, reported, assignments: { quantity }, from }) => {
    const place = sourceOf(stock, { quantity, from: from ?? reported.location_id, field: 'location_id' })
    const day = dayOf(reported.occurred_at, timezone)
    const reserved = open
      .filter((one) => one.location_id !== null && one.location_id === place && one.start_date <= day)
      .reduce((sum, one) => sum + one.quantity, 0)
    const available = Math.max(stock.at(place) - reserved, 0)
    if (quantity > available)
      throw problem(
        'insufficient_quantity',
        { location_id: place, available_quantity: available },
        `Pieces available at the location: ${available}. The other pieces there are assigned to the location itself. Take fewer pieces, or close the assignment of the location first.`,
      )
    return {
      effect: { ...plain, location_id: place, quantity },
      stock: stock.take(place, quantity, reported.occurred_at),
    }
  },
  return: (event) => {
    const { custody, reported, assignments } = event
    const pieces = returnedBy(assignments)
    const place = pieces > 0 ? backTo(event) : reported.location_id
    return {
      effect: { ...plain, location_id: place, quantity: assignments.quantity },
      stock: custody.stock.put(place, pieces, reported.occurred_at),
    }
  },
  move: ({ custody: { stock }, reported: { location_id, quantity: requested, occurred_at }, from }) => {
    const others = stock.places().filter((place) => place !== location_id)
    if (from === location_id || (from === null && others.length === 0 && stock.at(location_id) > 0))
      throw alreadyThere()
    if (requested === undefined && from === null) {
      const pieces = others.reduce((sum, place) => sum + stock.at(place), 0)
      if (pieces === 0)
        throw problem(
          'insufficient_quantity',
          { available_quantity: 0 },
          'All pieces are assigned to persons. Record a return first.',
        )
      const from_location_id = others.length === 1 ? (others[0] ?? null) : null
      return {
        effect: { ...plain, location_id, from_location_id, quantity: pieces },
        stock: stock.clear(occurred_at, others).put(location_id, pieces, occurred_at),
      }
    }
    const quantity = requested ?? Math.max(stock.at(from), 1)
    const source = sourceOf(stock, { quantity, from, field: 'from_location_id', except: location_id })
    return {
      effect: { ...plain, location_id, from_location_id: source, quantity },
      stock: stock.take(source, quantity, occurred_at).put(location_id, quantity, occurred_at),
    }
  },
  receive: ({ custody: { stock }, reported: { location_id, quantity = 0, occurred_at } }) => ({
    effect: { ...plain, location_id, quantity, quantity_change: quantity },
    stock: stock.put(location_id, quantity, occurred_at),
  }),
  confirm_location: (event) =>
    event.reported.quantity === undefined ? confirmed(event) : counted(event, event.reported.quantity),
}

/** The number of pieces that are removed from assignments of persons. */
const returnedBy = ({ ends, updated }: AssignmentEffect) =>
  ends.reduce((sum, { assignment }) => sum + assignment.quantity, 0) +
  (updated ? updated.assignment.quantity - Number(updated.patch.quantity) : 0)

/** The location that pieces return to: the one in the event, or else the one that they were taken from, or else the only one. */
const backTo = ({ custody: { stock }, reported, origin }: StockEvent): Place =>
  reported.location_id ?? origin ?? stock.onlyPlace() ?? null

/** Restores a lost or stolen stock: it then consists of the pieces that were found and those that persons have. */
function found(event: StockEvent): AppliedEvent {
  const { custody, reported, assignments } = event
  const { asset, stock } = custody
  const quantity =
    reported.circulation_type === 'confirm_location'
      ? (reported.quantity ?? stock.total())
      : reported.circulation_type === 'receive'
        ? (reported.quantity ?? 0)
        : assignments.quantity
  if (quantity === 0)
    throw invalid({ field: 'quantity', code: 'out_of_range', message: 'must be at least 1' })
  const place = reported.circulation_type === 'return' ? backTo(event) : reported.location_id
  // All pieces that persons do not have are at a location.
  const withPersons = asset.quantity - stock.total() - returnedBy(assignments)
  const quantity_change = quantity + withPersons - asset.quantity
  return {
    effect: { ...plain, location_id: place, quantity, quantity_change },
    stock: stock.clear(reported.occurred_at).put(place, quantity, reported.occurred_at),
  }
}

/** Confirms the stock at its recorded location, or all of it at another one. */
function confirmed({ custody: { stock }, reported: { location_id, occurred_at } }: StockEvent): AppliedEvent {
  const quantity = stock.at(location_id)
  if (quantity > 0) return { effect: { ...plain, location_id, quantity, expected_quantity: quantity }, stock }
  const place = stock.onlyPlace()
  if (place === undefined || stock.isChangedSince(place, occurred_at))
    throw invalid({
      field: 'quantity',
      code: 'required',
      message: 'send how many pieces are at the location',
    })
  const pieces = stock.at(place)
  const discrepancy = place !== null
  return {
    effect: { ...plain, location_id, quantity: pieces, expected_quantity: 0, discrepancy },
    stock: stock.take(place, pieces, occurred_at).put(location_id, pieces, occurred_at),
  }
}

/** Records a count of the pieces at a location. Pieces of unknown location are assumed to be among them. */
function counted({ custody: { stock }, reported }: StockEvent, quantity: number): AppliedEvent {
  const { location_id, occurred_at } = reported
  if (stock.isChangedSince(location_id, occurred_at))
    return { effect: { ...plain, location_id, quantity }, stock }
  const recorded = stock.at(location_id)
  const unplaced = Math.min(Math.max(quantity - recorded, 0), stock.at(null))
  const expected_quantity = recorded + unplaced
  const quantity_change = quantity - expected_quantity
  const discrepancy = quantity_change !== 0
  return {
    effect: { ...plain, location_id, quantity, expected_quantity, quantity_change, discrepancy },
    stock: stock.take(null, unplaced, occurred_at).count(location_id, quantity, occurred_at),
  }
}
